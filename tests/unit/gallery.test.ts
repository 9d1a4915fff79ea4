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
  PointerDrag: 'draws nothing: OptionBoard’s listener for the pointer',
  EscapeKey: 'draws nothing: OptionBoard’s listener for the Escape key',
  ExitAnimation: 'draws nothing of its own: animates the removal of its parent',
  FileInput: 'draws nothing: a button beside it opens the chooser',
  TopLevel: 'draws nothing: sets the level of headings',
  QueuedPart: 'draws nothing of its own: renders its children later',
  AfterFrame: 'draws nothing of its own: renders its children a frame later',
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
