import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { inject } from 'vitest';

/** The server's programs as tests run them, in processes of their own: a file each, which starts in half the time. */

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = { server: 'src/server/boot/main.ts', admin: 'src/server/admin/main.ts' };
type Program = keyof typeof sources;

/** Files that a module finds beside itself are found beside its source. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
};

/** Bundles the programs; answers their folder, which is in this project so that they find its packages. */
export async function bundlePrograms(): Promise<string> {
  const folder = join(root, '.cache', `programs-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [sourcePlaces],
    build: { ssr: true, outDir: folder, target: 'node20', rollupOptions: { input: sources } },
  });
  return folder;
}

/** Node’s arguments that run a program: bundled, or from its source as an operator does. */
export function programArguments(program: Program, from: 'bundle' | 'source' = 'bundle'): string[] {
  return from === 'source'
    ? ['--import', 'tsx', sources[program]]
    : [join(inject('programs'), `${program}.js`)];
}
