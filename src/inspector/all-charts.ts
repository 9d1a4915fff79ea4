import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ELK from 'elkjs/lib/elk.bundled.js';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { chartGraph } from './chart-graph.ts';
import { layoutChart, type ChartLayout } from './chart-layout.ts';

const machineFolders = ['../../machines', './machines'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** Maximum width of a chart in px: at this width its text has its full size on a page of 1280. */
const maxWidth = 1040;

/** Every chart that a module exports, as a machine or as a function that makes one for a type of rows. */
function machinesIn(exported: Record<string, unknown>): AnyStateMachine[] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (value instanceof StateMachine) return [value as AnyStateMachine];
    if (typeof value !== 'function' || !name.endsWith('Of') || value.length > 0) return [];
    const made: unknown = Reflect.apply(value, undefined, []);
    return made instanceof StateMachine ? [made as AnyStateMachine] : [];
  });
}

/** Every chart of the product's machines and the inspector's, laid out, by name. */
export async function layoutAllCharts(): Promise<ChartLayout[]> {
  const files = machineFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(pathToFileURL(file).href)),
  );
  const found = new Map(modules.flatMap(machinesIn).map((machine) => [machine.id, machine]));
  const elk = new ELK();
  const names = [...found].toSorted(([a], [b]) => a.localeCompare(b));
  return Promise.all(names.map(([name, machine]) => layoutChart(name, chartGraph(machine), elk, maxWidth)));
}
