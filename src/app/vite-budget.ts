import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const textTypes = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt']);
/** A smaller file gets no compressed copy: it would save less than its header costs. */
const minCompressedBytes = 512;

/** `limit`: bytes of JavaScript after brotli before a screen is shown. `modules`: what the route loads besides the page's entry. */
type Budget = { readonly route: string; readonly limit: number; readonly modules: readonly string[] };

/**
 * Writes a .br and a .gz beside every text file of the build, and fails the build when the JavaScript of a route (the
 * entry, all it imports statically, what the page preloads, and the named modules) outgrows its limit.
 */
export function budget(budgets: readonly Budget[]): Plugin {
  let outDir = '';
  let routes: (Budget & { readonly chunks: readonly string[] })[] = [];

  return {
    name: 'hevre:budget',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      routes = budgets.map((one) => ({ ...one, chunks: routeChunks(bundle, one.modules) }));
    },
    async closeBundle() {
      // Also called after a failed build, which wrote nothing.
      if (routes.length === 0) return;
      const sizes = await compress(outDir);
      for (const { route, limit, chunks } of routes) {
        const rows = chunks
          .map((name) => ({ name, size: sizes.get(join(outDir, name)) ?? 0 }))
          .toSorted((a, b) => b.size - a.size);
        const total = rows.reduce((sum, row) => sum + row.size, 0);
        const table = [...rows, { name: `of ${kb(limit)} allowed`, size: total }]
          .map((row) => `${kb(row.size).padStart(10)}  ${row.name}`)
          .join('\n');
        console.log(`\nJavaScript of ${route} (brotli)\n${table}`);
        if (total > limit) this.error(`${route} needs ${kb(total)} of JavaScript, over ${kb(limit)}`);
      }
    },
  };
}

type BundleFile =
  | { readonly type: 'asset'; readonly fileName: string; readonly source: string | Uint8Array }
  | {
      readonly type: 'chunk';
      readonly fileName: string;
      readonly isEntry: boolean;
      readonly moduleIds: readonly string[];
      readonly imports: readonly string[];
    };

/** File names of the chunks that a route loads. Throws when a name in `modules` matches no chunk. */
export function routeChunks(
  bundle: Readonly<Record<string, BundleFile>>,
  modules: readonly string[],
): string[] {
  const files = Object.values(bundle);
  const needed = new Set<string>();
  const addChunk = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || needed.has(name)) return;
    needed.add(name);
    chunk.imports.forEach(addChunk);
  };
  for (const file of files) {
    if (file.type === 'chunk' && file.isEntry) addChunk(file.fileName);
    if (file.type === 'asset' && file.fileName.endsWith('.html'))
      scriptsOf(String(file.source)).forEach(addChunk);
  }
  for (const id of modules) {
    const named = files.filter(
      (file) => file.type === 'chunk' && file.moduleIds.some((it) => it.endsWith(id)),
    );
    if (named.length === 0) throw new Error(`no chunk of the build is ${id}: the budget would not count it`);
    for (const { fileName } of named) addChunk(fileName);
  }
  return [...needed];
}

/** The file names of scripts in a page's `src` and `href` attributes. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name]) => name ?? '');
}

/** Compresses every text file under `folder`; resolves with their brotli sizes in bytes, by path. */
async function compress(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((it) => it.isFile() && textTypes.has(extname(it.name)));
  const sizes = await Promise.all(
    files.map(async (it): Promise<[string, number]> => {
      const path = join(it.parentPath, it.name);
      const bytes = await readFile(path);
      const small = await brotliAsync(bytes, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          // The largest input blocks save 250 bytes of the first chunk compared with brotli's choice.
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        },
      });
      if (bytes.length >= minCompressedBytes) {
        await writeFile(`${path}.br`, small);
        await writeFile(`${path}.gz`, await gzipAsync(bytes, { level: 9 }));
      }
      return [path, small.length];
    }),
  );
  return new Map(sizes);
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
