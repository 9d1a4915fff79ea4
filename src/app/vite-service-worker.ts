import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'vite';

/** A file that the worker precaches. `revision`: a hash of its content; null if its name contains one. */
type PrecachedFile = { readonly url: string; readonly revision: string | null };
type Options = {
  /** Icons that are needed offline. */
  readonly icons: readonly string[];
};

const fileName = 'service-worker.js';
/** Build files with a hash in their name. Flags are cached when first shown (service-worker/pictures.ts). */
const hashed = /^\/assets\/[^/]+-[\w-]{7,8}\.(js|css|woff2)$/;

/** Builds the service worker beside the client, with the list of files to precache. */
export function serviceWorker({ icons }: Options): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'hevre:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = await precachedFiles(outDir, icons);
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: { PRECACHED: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          emptyOutDir: false,
          modulePreload: false,
          reportCompressedSize: false,
          rolldownOptions: {
            input: join(root, 'src/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: fileName },
          },
        },
      });
    },
  };
}

/** The page, the build's hashed files and `icons`, ordered by name. */
export async function precachedFiles(folder: string, icons: readonly string[]): Promise<PrecachedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const urls = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .filter((url) => url === '/index.html' || icons.includes(url) || hashed.test(url))
    .toSorted();
  return Promise.all(
    urls.map(async (url) => ({
      url,
      revision: hashed.test(url) ? null : digest(await readFile(join(folder, url))),
    })),
  );
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 16);
