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

/** The rendered pages, by name. */
type Pages = readonly (readonly [name: string, markup: string])[];
type Options = {
  /** The app's build options, for the build that renders the pages. */
  readonly app: Pick<UserConfig, 'define' | 'resolve'> & { readonly plugins: () => PluginOption[] };
  /** Modules whose styles the pages need besides the entry's, in the order in which the app loads them. */
  readonly styled: readonly string[];
  /** Font faces to load after a guest's first paint (prerender/deferred-fonts.ts). */
  readonly deferredFonts: RegExp;
};

const folder = 'src/app/prerender';

/**
 * Inlines the prerendered pages (prerender/render-pages.tsx) into index.html with their styles and two small scripts, so
 * that the first paint waits for no request. The app starts after it.
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
        const before = inlineScript(await (beforePaint ??= bundleScript(root, 'before-paint', app)), 'head');
        if (!isBuild || !bundle) return [before];
        const [showPage, pages] = await Promise.all([
          bundleScript(root, 'show-prerendered', app),
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

/** Replaces the entry's style sheets, which are inlined, by disabled links: Vite's loader then does not fetch them. */
const withDisabledSheets = (html: string) =>
  html.replace(sheetLink, '<link rel="stylesheet" href="/$1" disabled>');

const entryScript = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/** A `meta` tag that names the entry, for the inline script that starts it. */
const entryTag = (html: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name: 'entry', content: [...html.matchAll(entryScript)].map(([, src]) => src).join(' ') },
  injectTo: 'head-prepend',
});

/** The styles to inline: all of the entry's, and those of later sheets that the pages use. */
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

/** A script of this folder, bundled with its imports into one function. */
async function bundleScript(root: string, name: string, { define }: Options['app']): Promise<string> {
  const output = await build({
    ...(define && { define }),
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

/** Builds the app for a Node worker thread and renders the pages there. */
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
      // The thread exited before it sent the pages.
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
