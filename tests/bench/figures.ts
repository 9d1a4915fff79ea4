import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Measured figures, each beside a reference of the same run: only ratios can be compared between machines. */

type Amount = { readonly name: string; readonly value: number };
/** The bound is on the value, or on its ratio to the reference. */
type Bound = { readonly of: 'value' | 'ratio' } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
);

export type Figure = Amount & {
  readonly unit: string;
  readonly reference?: Amount;
  readonly bound?: Bound;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** The 99th percentile of the values. */
export const percentile99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;

const ratioOf = ({ value, reference }: Figure): number | null => (reference ? value / reference.value : null);

/** Whether the figure keeps its bound; one that could not be measured does not. */
function isKept(figure: Figure): boolean {
  const { bound, value } = figure;
  if (!bound) return true;
  const measured = bound.of === 'ratio' ? (ratioOf(figure) ?? Number.NaN) : value;
  return 'atMost' in bound ? measured <= bound.atMost : measured >= bound.atLeast;
}

const numberOf = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

/** The cells of a figure's row. */
function cellsOf(figure: Figure): readonly string[] {
  const { name, value, unit, reference, bound } = figure;
  const ratio = ratioOf(figure);
  const limit = bound && ('atMost' in bound ? `at most ${bound.atMost}` : `at least ${bound.atLeast}`);
  return [
    name,
    `${numberOf(value)} ${unit}`,
    reference ? `${reference.name}: ${numberOf(reference.value)} ${unit}` : '',
    ratio === null ? '' : `${numberOf(ratio)}×`,
    limit === undefined ? '' : `${limit}${bound?.of === 'ratio' ? '×' : ` ${unit}`}`,
    bound ? (isKept(figure) ? 'kept' : 'NOT KEPT') : '',
  ];
}

const head = ['figure', 'here', 'reference of the same run', 'ratio', 'bound', ''];
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function pageOf(sections: ReadonlyMap<string, readonly Figure[]>): string {
  const cells = (row: readonly string[], tag: 'td' | 'th') =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const tables = [...sections].map(
    ([name, figures]) =>
      `<h2>${escaped(name)}</h2><table>${cells(head, 'th')}${figures.map((figure) => cells(cellsOf(figure), 'td')).join('')}</table>`,
  );
  const [cpu] = cpus();
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Hevre: bench</title>
<style>body{font:16px/1.5 system-ui;margin:2rem;color-scheme:light dark}table{border-collapse:collapse}
th,td{padding:.3rem .8rem;border-bottom:1px solid #8884;text-align:start}</style>
<h1>Hevre: bench</h1><p>${cpus().length} × ${escaped(cpu?.model ?? 'processor')}, Node.js ${process.version}</p>
${tables.join('\n')}</html>\n`;
}

const folder = fileURLToPath(new URL('../../dist/bench', import.meta.url));

/** Prints figures as they come, by section, and writes all as a page. */
export class Report {
  readonly #sections = new Map<string, Figure[]>();

  add(section: string, figure: Figure): void {
    const known = this.#sections.get(section) ?? [];
    if (known.length === 0) console.log(`\n${section}`);
    console.log(`  ${cellsOf(figure).filter(Boolean).join(' · ')}`);
    this.#sections.set(section, [...known, figure]);
  }

  /** Writes `dist/bench/index.html`; returns how many figures do not keep their bound. */
  finish(): number {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), pageOf(this.#sections));
    const figures = [...this.#sections.values()].flat();
    const behind = figures.filter((figure) => !isKept(figure)).length;
    console.log(`\n${figures.length} figures, ${behind} behind their bound: ${join(folder, 'index.html')}`);
    return behind;
  }
}
