import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule, TestCase } from 'vitest/node';

type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const share = ({ seen, all }: { seen: number; all: number }) => (all === 0 ? '–' : `${seen}/${all}`);
const percent = (part: number, total: number) => `${total === 0 ? 100 : ((100 * part) / total).toFixed(1)} %`;

/** The machine's name, under which its tests are: `bet`. */
const machineOf = (test: TestCase) =>
  test.parent.type === 'suite' ? test.parent.name : test.module.moduleId;

function coverage(tests: readonly TestCase[]): Table {
  const parts = ['states', 'transitions', 'guards', 'errors', 'pairs'] as const;
  const found = tests.flatMap((test) => {
    const { covered } = test.meta();
    return covered ? [{ name: machineOf(test), covered }] : [];
  });
  const sum = (part: (typeof parts)[number]) =>
    found.reduce(
      (total, { covered }) => ({ seen: total.seen + covered[part].seen, all: total.all + covered[part].all }),
      { seen: 0, all: 0 },
    );
  const sumOf = (part: 'walks' | 'steps') => found.reduce((total, { covered }) => total + covered[part], 0);
  return {
    title: 'What the walks cover',
    head: [
      'machine',
      'states',
      'transitions',
      'guards both ways',
      'error edges',
      'transition pairs',
      'walks',
      'steps',
    ],
    rows: [
      ...found.map(({ name, covered }) => [
        name,
        ...parts.map((part) => share(covered[part])),
        String(covered.walks),
        String(covered.steps),
      ]),
      ['all', ...parts.map((part) => share(sum(part))), String(sumOf('walks')), String(sumOf('steps'))],
    ],
  };
}

function mutation(tests: readonly TestCase[]): Table[] {
  const found = tests.flatMap((test) => {
    const { mutated } = test.meta();
    return mutated ? [{ name: machineOf(test), ...mutated, left: Object.entries(mutated.survivors) }] : [];
  });
  const seeded = found.reduce((total, one) => total + one.seeded, 0);
  const untaken = found.reduce((total, one) => total + one.left.length, 0);
  const row = (name: string, all: number, survived: number) => [
    name,
    String(all),
    String(all - survived),
    percent(all - survived, all),
  ];
  return [
    {
      title: 'Seeded faults',
      head: ['machine', 'seeded', 'noticed', ''],
      rows: [...found.map((one) => row(one.name, one.seeded, one.left.length)), row('all', seeded, untaken)],
    },
    {
      title: 'Faults that nobody can see',
      head: ['machine', 'fault', 'why it is the same chart'],
      rows: found.flatMap(({ name, left: those }) => those.map(([fault, why]) => [name, fault, why])),
    },
  ];
}

function text({ title, head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const print = (line: readonly string[]) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `\n${title}\n${lines.map(print).join('\n')}\n`;
}

const escaped = (words: string) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const page = (tables: readonly Table[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hevre: the machines' tests</title>
<style>body{font:15px/1.5 system-ui;margin:2rem;max-width:80rem}table{border-collapse:collapse;margin-block-end:2rem}
th,td{text-align:start;padding:.3rem .9rem;border-block-end:1px solid #ddd;font-variant-numeric:tabular-nums}</style>
${tables
  .map(
    ({
      title,
      head,
      rows,
    }) => `<h1>${escaped(title)}</h1><table><tr>${head.map((cell) => `<th>${escaped(cell)}</th>`).join('')}</tr>
${rows.map((line) => `<tr>${line.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}</table>`,
  )
  .join('\n')}
</html>
`;

/** `npm run coverage:machines` and `npm run mutate:machines`: prints what the machines' tests cover and notice, and writes it as a page. */
export default class MachinesReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const tables = [coverage(tests), ...mutation(tests)].filter(({ rows }) => rows.length > 1);
    const folder = 'dist/machines';
    mkdirSync(folder, { recursive: true });
    const name = tests.some((test) => test.meta().mutated) ? 'mutation.html' : 'coverage.html';
    writeFileSync(join(folder, name), page(tables));
    process.stdout.write(`${tables.map(text).join('')}\nAs a page: ${join(folder, name)}\n`);
  }
}
