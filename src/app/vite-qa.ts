import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const charts = '\0virtual:charts';

/** Where the app makes actors, and what stands there so that the inspector hears of them. */
const taps: readonly [source: string, from: string, tap: string][] = [
  ['xstate', at('./create-app.ts'), at('./qa/tapped-xstate.ts')],
  ['xstate', at('./chat-ports.ts'), at('./qa/tapped-xstate.ts')],
  ['@xstate/react', at('../screens/'), at('./qa/tapped-react.ts')],
];

/**
 * The inspector at `#/qa`: in development, and in builds made with VITE_QA=1. It changes where the page starts and
 * what the app's actors are made with; nothing of the app knows of it, so nothing of it is in an ordinary build.
 */
export function qa(): Plugin {
  let drawn: Promise<string> | null = null;
  // A process of its own: it loads every machine as it stands now.
  const draw = () =>
    run(process.execPath, ['--import', 'tsx', at('./qa/print-charts.ts')], { maxBuffer: 1 << 26 }).then(
      ({ stdout }) => stdout,
    );
  return {
    name: 'hevre:qa',
    enforce: 'pre',
    buildStart() {
      // Beside the rest of a build; in development when first looked at.
      if (this.meta.watchMode || this.environment.mode !== 'build') return;
      drawn ??= draw();
      drawn.catch(() => {});
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/app/main.tsx', '/src/app/qa/entry.ts'),
    },
    resolveId: {
      filter: { id: /^(?:virtual:charts|xstate|@xstate\/react)$/ },
      handler(source, importer = '') {
        if (source === 'virtual:charts') return charts;
        const [path = ''] = importer.split('?');
        return taps.find(([wanted, from]) => source === wanted && path.startsWith(from))?.[2];
      },
    },
    load: {
      filter: { id: /^\0virtual:charts$/ },
      // As text: parsed when it is asked for, and much faster than code.
      handler: async () => `export const charts = JSON.parse(${JSON.stringify(await (drawn ??= draw()))});`,
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(at('../../machines/'))) return;
      drawn = null;
      const module = server.moduleGraph.getModuleById(charts);
      if (module) server.moduleGraph.invalidateModule(module);
    },
  };
}
