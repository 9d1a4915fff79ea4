import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type HtmlTagDescriptor, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { deferredMedia } from './prerender/deferred-fonts.ts';
import { deferFonts, usedStyles } from './page-styles.ts';
import { sheetsOf, type Bundle } from './vite-preload.ts';

/** Each by its name, as markup. */
type Pages = readonly (readonly [name: string, markup: string])[];
type Options = {
  /** What the app is built with, for the build that draws it. */
  readonly app: Pick<UserConfig, 'define' | 'resolve'> & { readonly plugins: () => PluginOption[] };
  /** Modules whose styles the pages need beside those of the entry, in the order in which the app loads them. */
  readonly styled: readonly string[];
  /** Fonts that a guest's first paint does not wait for (prerender/deferred-fonts.ts). */
  readonly deferredFonts: RegExp;
};

const folder = 'src/app/prerender';

/**
 * Puts the prerendered pages (prerender/render-pages.tsx) into index.html with all that they need to be painted: their styles
 * and two small scripts. Nothing that is fetched comes before the first paint; the app starts after it.
 */
export function prerender({ app, styled, deferredFonts }: Options): Plugin {
  let root = '';
  let isBuild = false;
  let beforePaint: Promise<string> | null = null;
  return {
    name: 'hevre:prerender',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const before = inlineScript(await (beforePaint ??= bundleScript(root, 'before-paint')), 'head');
        if (!isBuild || !bundle) return [before];
        const [showPage, pages] = await Promise.all([
          bundleScript(root, 'show-prerendered'),
          renderPages(root, app),
        ]);
        const { styles, deferred } = deferFonts(pageStyles(html, bundle, styled, pages), deferredFonts);
        return {
          html: withDisabledSheets(html).replace(entryScript, ''),
          tags: [
            entryTag(html),
            { tag: 'style', children: styles, injectTo: 'head' },
            { tag: 'style', attrs: { media: deferredMedia }, children: deferred, injectTo: 'head' },
            before,
            ...pages.map(([name, content]): HtmlTagDescriptor => ({
              tag: 'template',
              attrs: { 'data-page': name },
              children: content,
              injectTo: 'body',
            })),
            inlineScript(showPage, 'body'),
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

/** The entry's styles, which the page has inline: a link by which Vite's loader takes them for there, fetched by nobody. */
const withDisabledSheets = (html: string) =>
  html.replace(sheetLink, '<link rel="stylesheet" href="/$1" disabled>');

const entryScript = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/** Names the entry for the page's own script, which starts it. */
const entryTag = (html: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name: 'entry', content: [...html.matchAll(entryScript)].map(([, src]) => src).join(' ') },
  injectTo: 'head-prepend',
});

/** All styles of the entry, in whose place these stand, and of the later ones those that the pages need. */
function pageStyles(html: string, bundle: Bundle, styled: readonly string[], pages: Pages): string {
  const sheets = [...html.matchAll(sheetLink)].map(([, name = '']) => name);
  const later = sheetsOf(bundle, styled).filter((name) => !sheets.includes(name));
  const source = (name: string) => {
    const file = bundle[name];
    return file?.type === 'asset' ? String(file.source) : '';
  };
  const markup = pages.map(([, content]) => content).join('');
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

/** Builds the app for a thread of Node and has it rendered there. */
async function renderPages(root: string, { plugins, ...config }: Options['app']): Promise<Pages> {
  const outDir = resolve(root, '.cache', `prerender-${randomUUID()}`);
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
        ssr: join(folder, 'render-pages.tsx'),
        rolldownOptions: { output: { entryFileNames: 'render-pages.mjs' } },
      },
    });
    const thread = new Worker(pathToFileURL(join(outDir, 'render-pages.mjs')));
    const [pages]: unknown[] = await Promise.race([
      once(thread, 'message'),
      // Nothing is left that it could wait for.
      once(thread, 'exit').then(() => Promise.reject(new Error('the pages were not rendered'))),
    ]);
    await thread.terminate();
    if (!isPages(pages)) throw new Error('the rendered pages have another shape');
    return pages;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const isPages = (value: unknown): value is Pages =>
  Array.isArray(value) &&
  value.every(
    (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every((it) => typeof it === 'string'),
  );
