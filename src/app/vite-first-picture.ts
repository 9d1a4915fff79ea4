import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type HtmlTagDescriptor, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { usedStyles } from './used-styles.ts';
import { sheetsOf, type Bundle } from './vite-preload.ts';

/** Each by its name, as markup. */
type Pictures = readonly (readonly [name: string, markup: string])[];
type Options = {
  /** What the app is built with, for the build that draws it. */
  readonly app: Pick<UserConfig, 'define' | 'resolve'> & { readonly plugins: () => PluginOption[] };
  /** Modules whose styles the pictures wear beside those of the entry, in the order in which the app loads them. */
  readonly worn: readonly string[];
};

const folder = 'src/app/first-picture';

/**
 * Puts the first pictures (first-picture/prerender.tsx) into the page with all that they need to be painted: their styles
 * and two small scripts. Nothing that is fetched comes before the first paint; the app starts after it.
 */
export function firstPicture({ app, worn }: Options): Plugin {
  let root = '';
  let isBuild = false;
  let look: Promise<string> | null = null;
  return {
    name: 'hevre:first-picture',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const before = inlineScript(await (look ??= bundleScript(root, 'look')), 'head');
        if (!isBuild || !bundle) return [before];
        const [picture, pictures] = await Promise.all([bundleScript(root, 'picture'), draw(root, app)]);
        return {
          html: withoutSheets(html).replace(entryScript, ''),
          tags: [
            entryTag(html),
            { tag: 'style', children: pageStyles(html, bundle, worn, pictures), injectTo: 'head' },
            before,
            ...pictures.map(([name, content]): HtmlTagDescriptor => ({
              tag: 'template',
              attrs: { 'data-picture': name },
              children: content,
              injectTo: 'body',
            })),
            inlineScript(picture, 'body'),
          ],
        };
      },
    },
  };
}

const inlineScript = (code: string, injectTo: 'head' | 'body'): HtmlTagDescriptor => ({
  tag: 'script',
  children: code,
  injectTo,
});

const sheetLink = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;

/** The entry's styles, which the page has inline. */
const withoutSheets = (html: string) => html.replace(sheetLink, '');

const entryScript = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/** Names the entry for the page's own script, which starts it. */
const entryTag = (html: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name: 'entry', content: [...html.matchAll(entryScript)].map(([, src]) => src).join(' ') },
  injectTo: 'head-prepend',
});

/** All styles of the entry, in whose place these stand, and of the later ones those that the pictures wear. */
function pageStyles(html: string, bundle: Bundle, worn: readonly string[], pictures: Pictures): string {
  const sheets = [...html.matchAll(sheetLink)].map(([, name = '']) => name);
  const later = sheetsOf(bundle, worn).filter((name) => !sheets.includes(name));
  const source = (name: string) => {
    const file = bundle[name];
    return file?.type === 'asset' ? String(file.source) : '';
  };
  const markup = pictures.map(([, content]) => content).join('');
  return sheets.map(source).join('') + usedStyles(later.map(source).join(''), markup);
}

/** A script of this folder with all that it imports, as one function. */
async function bundleScript(root: string, name: string): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: join(root, folder, `${name}.ts`), output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in output ? output.output : [];
  if (!chunk) throw new Error(`no script was made of ${name}.ts`);
  return chunk.code.trim();
}

/** Builds the app for a thread of Node and has it drawn there. */
async function draw(root: string, { plugins, ...config }: Options['app']): Promise<Pictures> {
  const outDir = resolve(root, '.cache', `first-picture-${randomUUID()}`);
  try {
    await build({
      ...config,
      define: { ...config.define, 'process.env.NODE_ENV': '"production"' },
      configFile: false,
      root,
      mode: 'production',
      logLevel: 'warn',
      publicDir: 'public',
      plugins: plugins(),
      ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
      build: {
        outDir,
        copyPublicDir: false,
        ssr: join(folder, 'prerender.tsx'),
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    });
    const thread = new Worker(pathToFileURL(join(outDir, 'prerender.mjs')));
    const [pictures]: unknown[] = await Promise.race([
      once(thread, 'message'),
      // Nothing is left that it could wait for.
      once(thread, 'exit').then(() => Promise.reject(new Error('the first pictures were not drawn'))),
    ]);
    await thread.terminate();
    if (!isPictures(pictures)) throw new Error('the first pictures have another shape');
    return pictures;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const isPictures = (value: unknown): value is Pictures =>
  Array.isArray(value) &&
  value.every(
    (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every((it) => typeof it === 'string'),
  );
