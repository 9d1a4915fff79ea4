import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ELK from 'elkjs/lib/elk.bundled.js';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { chartGraph } from './chart-graph.ts';
import { layoutChart } from './chart-layout.ts';
import { chartSvg } from './chart-svg.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const machines = join(root, 'machines');
const out = join(root, 'dist/charts');

/** Every chart that a file of machines/ makes: itself, or of a function that makes it for a type of rows. */
function chartsIn(exported: Record<string, unknown>): AnyStateMachine[] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (value instanceof StateMachine) return [value as AnyStateMachine];
    if (typeof value !== 'function' || !name.endsWith('Of') || value.length > 0) return [];
    const made = (value as () => unknown)();
    return made instanceof StateMachine ? [made as AnyStateMachine] : [];
  });
}

/** `npm run charts`: every chart of machines/ as a picture, and a page with them all, in dist/charts. */
const files = readdirSync(machines).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(
  files.map((name) => import(pathToFileURL(join(machines, name)).href) as Promise<Record<string, unknown>>),
);
const found = new Map(modules.flatMap(chartsIn).map((machine) => [machine.id, machine]));
const elk = new ELK();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const names = [...found.keys()].sort();
for (const name of names) {
  const layout = await layoutChart(chartGraph(found.get(name) as AnyStateMachine), elk, 1200);
  writeFileSync(join(out, `${name}.svg`), chartSvg(name, layout));
}
writeFileSync(
  join(out, 'index.html'),
  `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hevre: every chart</title>
<style>body{font:16px/1.5 system-ui;margin:2rem;background:#fff;color:#17242b}nav{columns:5 10rem}img{max-width:100%;height:auto}section{margin-block:3rem}</style>
<h1>Every chart</h1><nav>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
${names.map((name) => `<section id="${name}"><h2>${name}</h2><img src="${name}.svg" alt="The chart of ${name}"></section>`).join('\n')}
</html>
`,
);
process.stdout.write(`${names.length} charts: ${join(out, 'index.html')}\n`);
