import { readFileSync } from 'node:fs';
import { projectFiles } from './plant.ts';
import { faultsOf, type Fault } from './faults.ts';

export type PlantedFault = {
  readonly file: string;
  readonly room: string;
  readonly source: string;
  readonly fault: Fault;
};

/** How many of a hundred faults each room gets: by the weight of what it decides, not by its length. */
const shares: Readonly<Record<string, number>> = {
  machines: 20,
  'src/contract': 10,
  'src/domain': 12,
  'src/actors': 6,
  'src/app': 4,
  'src/server': 34,
  'src/screens': 9,
  'src/ui': 4,
  'src/i18n': 1,
};

/** Build plugins and demo data are no part of what runs. */
const notRunning = /\.css\.ts$|\.d\.ts$|\/vite-[^/]*$|^src\/server\/demo\//;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a sample is taken from: one room or all, and the faults whose rule matches. */
type Population = { readonly room?: string | undefined; readonly rule?: RegExp };

/** A random sample of the project's possible faults, no two of which touch the same part of a file. */
export function sampleFaults(
  count: number,
  seed: number,
  { room: only, rule = /^/ }: Population = {},
): PlantedFault[] {
  const random = randomNumbers(seed);
  const rooms = Object.entries(shares).filter(([room]) => only === undefined || room === only);
  const total = rooms.reduce((sum, [, share]) => sum + share, 0);
  return rooms.flatMap(([room, share]) => {
    const candidates = projectFiles()
      .filter((file) => file.startsWith(`${room}/`) && /\.tsx?$/.test(file) && !notRunning.test(file))
      .flatMap((file) => {
        const source = readFileSync(file, 'utf8');
        return faultsOf(file, source)
          .filter((fault) => rule.test(fault.rule))
          .map((fault) => ({ file, room, source, fault }));
      });
    return pick(candidates, Math.round((count * share) / total), random);
  });
}

/** Kinds of faults, each as likely as another: most places are fields of an object, few are locks. */
function kindOf({ rule }: Fault): string {
  if (rule.startsWith('SQL: without')) return 'a condition of SQL';
  if (rule.startsWith('SQL')) return 'SQL';
  if (/^without (aria|role|disabled|on[A-Z])|inverted$/.test(rule)) return 'an attribute';
  if (/alone$|^always|^without not$/.test(rule)) return 'a condition';
  return rule;
}

function pick(candidates: readonly PlantedFault[], count: number, random: () => number): PlantedFault[] {
  const kinds = new Map<string, PlantedFault[]>();
  for (const one of candidates) {
    const kind = kindOf(one.fault);
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const chosen: PlantedFault[] = [];
  while (chosen.length < count && kinds.size > 0) {
    const names = [...kinds.keys()];
    const kind = names[Math.floor(random() * names.length)] ?? '';
    const left = kinds.get(kind) ?? [];
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    if (left.length === 0) kinds.delete(kind);
    const { from = 0, to = 0 } = one?.fault.part ?? {};
    const overlaps = chosen.some(
      ({ file, fault: { part } }) => file === one?.file && part.from < to && from < part.to,
    );
    if (one && !overlaps) chosen.push(one);
  }
  return chosen;
}
