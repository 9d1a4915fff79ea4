import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { inject } from 'vitest';

/** The server's programs, which tests run in their own processes; bundled into one file each, which halves the start time. */

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = { server: 'src/server/boot/main.ts', admin: 'src/server/admin/main.ts' };
type Program = keyof typeof sources;

/** Keeps `import.meta.url` of bundled modules at their sources, so that they find files beside them. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
};

/** Bundles the programs; returns their folder, which is inside the project so that its packages are found. */
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

/** Node's arguments to run a program: bundled, or from source as an operator does. */
export function programArguments(program: Program, from: 'bundle' | 'source' = 'bundle'): string[] {
  return from === 'source'
    ? ['--import', 'tsx', sources[program]]
    : [join(inject('programs'), `${program}.js`)];
}
