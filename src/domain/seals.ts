import { betsInSeal, type SealedBets } from '#contract/seals.ts';

/** What became of the seal that this device was shown when the caller's bets were saved; `none`: it was shown none. */
export type ShownSeal = 'none' | 'same' | 'other';

/** The result of checking the seals of the bets on an item. */
export type SealReport = {
  readonly bets: readonly SealedBets[];
  /** Their seals are not those computed from them. */
  readonly wrong: readonly SealedBets[];
  /** They were saved before there were seals. */
  readonly unsealed: readonly SealedBets[];
  readonly shown: ShownSeal;
};

/** Compares the seals of `bets` with those computed from them (`seals`, by place), and the caller's with the one shown to them. */
export function reportOf(
  bets: readonly SealedBets[],
  seals: readonly string[],
  own: { readonly member: number; readonly shown: string | null },
): SealReport {
  const mine = bets.find(({ member }) => member === own.member);
  return {
    bets,
    wrong: bets.filter(({ seal }, at) => seal !== null && seal !== seals[at]),
    unsealed: bets.filter(({ seal }) => seal === null),
    shown: own.shown === null ? 'none' : own.shown === mine?.seal ? 'same' : 'other',
  };
}

export const allMatch = ({ wrong, shown }: SealReport): boolean => wrong.length === 0 && shown !== 'other';

/** A quoted CSV value on one line, escaped so that spreadsheets do not run it as a formula. */
const quoted = (text: string) =>
  `"${text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[=+\-@]/, "'$&")
    .replaceAll('"', '""')}"`;

/**
 * Sealed bets as CSV, a line each: first what their seals are computed from, in numbers alone, and the seals; then the
 * names, for people. `sealScript` reads it.
 */
export function sealsInCsv(bets: readonly SealedBets[]): string {
  const lines = bets.map((bet) => {
    const words = [
      bet.item_name,
      bet.name,
      bet.picks.map(({ name, value }) => `${name} ${value}`).join(' · '),
    ];
    const { section, item, member, random, seal } = bet;
    return [section, item, member, betsInSeal(bet).join(' '), random, seal, ...words.map(quoted)].join(',');
  });
  // The byte order mark makes spreadsheets read it as UTF-8.
  return `\uFEFF${['league,item,member,picks,random,seal,item name,member name,picks in words', ...lines].join('\r\n')}\r\n`;
}

/** Source of a Node script that recomputes every seal of the CSV: `node check.mjs picks.csv`. */
export const sealScript = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const lines = readFileSync(process.argv[2], 'utf8').trim().split(/\\r?\\n/).slice(1);
const faults = lines.flatMap((line, at) => {
  const [league, item, member, picks, random, seal] = line.split(',');
  const text = ['hevre-seal-1', league, item, member, ...picks.split(' '), random].join('\\n');
  if (seal === createHash('sha256').update(text).digest('hex')) return [];
  return [\`line \${at + 2} \${seal ? 'does not match' : 'has no seal'}: \${line}\`];
});
console.log([...faults, \`\${lines.length - faults.length} of \${lines.length} match\`].join('\\n'));
`;
