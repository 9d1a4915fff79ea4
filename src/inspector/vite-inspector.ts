import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const execFileAsync = promisify(execFile);
const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const chartsModule = '\0virtual:charts';

/** Modules that create the app's actors, and what replaces them in which folder, so that the inspector sees each actor. */
const substitutes: readonly [source: string, from: string, tap: string][] = [
  ['xstate', pathTo('../app/create-app.ts'), pathTo('./inspected-xstate.ts')],
  ['@xstate/react', pathTo('../screens/'), pathTo('./inspected-xstate-react.ts')],
];

/**
 * The inspector at `#/qa`: in development, and in builds made with VITE_QA=1. It replaces the page's entry point and the modules
 * that create actors; the app does not import it, so ordinary builds contain nothing of it.
 */
export function inspector(): Plugin {
  let drawn: Promise<string> | null = null;
  // In a process of its own, which imports the machines as they are now.
  const draw = () =>
    execFileAsync(process.execPath, ['--import', 'tsx', pathTo('./draw-charts.ts'), '--json'], {
      maxBuffer: 1 << 26,
    }).then(({ stdout }) => stdout);
  return {
    name: 'hevre:inspector',
    enforce: 'pre',
    buildStart() {
      // During a build; in development on the first request.
      if (this.meta.watchMode || this.environment.mode !== 'build') return;
      drawn ??= draw();
      drawn.catch(() => {});
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/app/main.tsx', '/src/inspector/app-or-inspector.ts'),
    },
    resolveId: {
      filter: { id: /^(?:virtual:charts|xstate|@xstate\/react)$/ },
      handler(source, importer = '') {
        if (source === 'virtual:charts') return chartsModule;
        const [path = ''] = importer.split('?');
        return substitutes.find(([specifier, from]) => source === specifier && path.startsWith(from))?.[2];
      },
    },
    load: {
      filter: { id: /^\0virtual:charts$/ },
      // As a string: it is parsed on first use, and JSON parses faster than code.
      handler: async () => `export const charts = JSON.parse(${JSON.stringify(await (drawn ??= draw()))});`,
    },
    handleHotUpdate({ file, server }) {
      if (![pathTo('../../machines/'), pathTo('./machines/')].some((folder) => file.startsWith(folder)))
        return;
      drawn = null;
      const module = server.moduleGraph.getModuleById(chartsModule);
      if (module) server.moduleGraph.invalidateModule(module);
    },
  };
}
