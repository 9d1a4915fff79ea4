import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Every component of src/ui is shown in the gallery at `#/qa/ui`. */

/** Components that have no picture of their own. */
const notShown: Readonly<Record<string, string>> = {
  SheetDialog: 'is what Sheet loads',
  BoardGroup: 'is drawn by OptionBoard',
  BoardToolbar: 'is drawn by OptionBoard',
  PointerDrag: 'draws nothing: it hears the pointer of OptionBoard',
  EscapeKey: 'draws nothing: it hears the keys of OptionBoard',
  ExitAnimation: 'draws nothing of its own: it lets what it is in leave',
  FileInput: 'draws nothing: a button beside it opens the chooser',
  TopLevel: 'draws nothing: it gives headings their level',
  QueuedPart: 'draws nothing of its own: it waits before its children',
  AfterFrame: 'draws nothing of its own: its children come a frame later',
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.css)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'));

test('every component of src/ui is shown in the gallery', () => {
  const components = sourcesOf('src/ui').flatMap((source) =>
    [...source.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name = '']) => name),
  );
  const gallery = sourcesOf('src/inspector/gallery').join('\n');
  const isShown = (name: string) => new RegExp(`<${name}[\\s>/]`).test(gallery);
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !isShown(name)).toSorted()).toEqual(Object.keys(notShown).toSorted());
});
