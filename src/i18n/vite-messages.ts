import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const prefix = 'virtual:messages';
const folder = 'assets/i18n';

/** Compiles one language: plain text stays a string, anything with arguments becomes its syntax tree. */
export function compileMessages(source: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => {
      const tree = parse(text, { captureLocation: false, requiresOtherClause: true });
      const [only] = tree;
      if (!only) return [key, ''];
      return [key, tree.length === 1 && only.type === TYPE.literal ? only.value : tree];
    }),
  );
}

/** The files under the given files and folders. */
const filesBelow = (paths: readonly string[]) =>
  paths
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
        : [path],
    )
    .filter((path) => /(?<!\.css)\.tsx?$/.test(path));

const textOf = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n');

/** The source of these folders as one text, with the parts in `ui` that they import, directly or not; other folders are not followed. */
function sourceOf(rooms: readonly string[], ui: string): string {
  const files = new Set(filesBelow(rooms));
  let source = '';
  // A Set that grows while it is iterated is iterated to its end.
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    source += `${text}\n`;
    for (const [, path = ''] of text.matchAll(/['"]#ui\/([\w/-]+\.tsx?)['"]/g)) files.add(join(ui, path));
    if (!file.startsWith(ui)) continue;
    for (const [, path = ''] of text.matchAll(/['"](\.\/[\w/-]+\.tsx?)['"]/g))
      files.add(join(dirname(file), path));
  }
  return source;
}

/** Whether a source uses a message: by its key, or by a template with its prefix (`failure.${kind}`). */
const usesMessage = (source: string, key: string) => {
  const family = key.includes('.') ? key.slice(0, key.indexOf('.') + 1) : null;
  return [`'${key}'`, `"${key}"`, ...(family ? [`\`${family}`] : [])].some((words) => source.includes(words));
};

type Part = 'first' | 'rest' | 'deferred';
/** The client's source as texts: what the first screen draws, deferred screens, and everything but deferred screens. */
type Sources = { readonly first: string; readonly deferred: string; readonly others: string };

/**
 * The part of a language that a message is in. It is deferred if only deferred screens use it and no other source has its key as
 * a word: a key could be built from such a word.
 */
export function partsOf(
  { first, deferred, others }: Sources,
  excludedKeys: readonly string[],
): (key: string) => Part {
  const otherWords = new Set(others.match(/\w+/g));
  const isElsewhere = (key: string) => otherWords.has(key) || usesMessage(others, key);
  const find = (key: string): Part => {
    if (usesMessage(first, key) && !excludedKeys.includes(key)) return 'first';
    return usesMessage(deferred, key) && !isElsewhere(key) ? 'deferred' : 'rest';
  };
  // Each language asks for each of its parts, and a search reads megabytes.
  const found = new Map<string, Part>();
  return (key) => {
    const part = found.get(key) ?? find(key);
    found.set(key, part);
    return part;
  };
}

/** The folders whose code runs in a page of the app. */
const clientRooms = [
  'machines',
  ...['actors', 'app', 'contract', 'domain', 'i18n', 'screens', 'ui'].map((room) => `src/${room}`),
];

/**
 * Compiles public/assets/i18n/*.json at build time. `virtual:messages` lists the languages; a new file there is a new
 * language. Each comes in three parts, loaded when first needed: the messages used by the source files and folders of
 * `first` and by the parts in `ui` that they draw, but for those of `excludedKeys`; those used by the files and folders of
 * `deferred` and by nothing else, named by `virtual:messages/deferred`; and the rest.
 */
export function messages({
  first,
  excludedKeys,
  deferred,
}: Record<'first' | 'excludedKeys' | 'deferred', readonly string[]>): Plugin {
  let root = '';
  let partOf: (key: string) => Part = () => 'rest';
  const read = (code: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, `${code}.json`), 'utf8'));
  const codes = () =>
    readdirSync(root)
      .filter((name) => name.endsWith('.json'))
      .map((name) => basename(name, '.json'));

  return {
    name: 'hevre:messages',
    configResolved(config) {
      root = join(config.publicDir, folder);
      const inRoot = (paths: readonly string[]) => paths.map((path) => join(config.root, path));
      const deferredFiles = filesBelow(inRoot(deferred));
      const others = filesBelow(inRoot(clientRooms)).filter((file) => !deferredFiles.includes(file));
      partOf = partsOf(
        {
          first: sourceOf(inRoot(first), join(config.root, 'src/ui')),
          deferred: textOf(deferredFiles),
          others: textOf(others),
        },
        excludedKeys,
      );
    },
    resolveId(id) {
      return id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : null;
    },
    load(id) {
      const load = (code: string, part: Part) =>
        `() => import('${prefix}/${code}/${part}').then((it) => it.default)`;
      if (id === `\0${prefix}`) {
        const entries = codes().map((code) => {
          const { locale, languageName } = read(code);
          const loads = `loadFirst: ${load(code, 'first')}, loadRest: ${load(code, 'rest')}`;
          return `{ code: '${code}', locale: '${locale}', name: '${languageName}', ${loads} }`;
        });
        return `export const languages = [${entries.join(',\n')}];`;
      }
      if (id === `\0${prefix}/deferred`) {
        const entries = codes().map((code) => `${code}: ${load(code, 'deferred')}`);
        return `export const deferred = { ${entries.join(',\n')} };`;
      }
      if (id.startsWith(`\0${prefix}/`)) {
        const [code = '', part] = id.slice(prefix.length + 2).split('/');
        this.addWatchFile(join(root, `${code}.json`));
        const all = Object.entries(read(code));
        const own = all.filter(([key]) => partOf(key) === part);
        const compiled = JSON.stringify(compileMessages(Object.fromEntries(own)));
        return `export default JSON.parse(${JSON.stringify(compiled)});`;
      }
      return null;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(root)) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}
