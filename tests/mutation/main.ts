import { parseArgs } from 'node:util';
import { mkdirSync, writeFileSync } from 'node:fs';
import { alternatives } from './faults.ts';
import { readArguments } from '#tests/support/read-arguments.ts';
import { judge, type Verdict } from './judge.ts';
import { plant } from './plant.ts';
import { sampleFaults } from './sample.ts';

/**
 * `npm run mutate [-- --count 200 --seed 1 --room src/server --rule 'without (where|filter)']`: plants a random sample of
 * faults, of all rules or those a pattern matches, in a copy of the project, one at a time, and runs the tests that come
 * by its place, and the type check if they notice nothing. Prints how many were noticed, and the others.
 * `--from 48` goes on with the 48th fault of a sample whose run was ended. `--quick` runs only some files of each room,
 * those first that come by the fewest faults: how many are noticed is then a lower bound, in a fraction of the time.
 */
const usage = `npm run mutate -- [--count 200] [--seed 1] [--from 1] [--room FOLDER] [--rule PATTERN] [--tests FILE]… [--list] [--quick]
plants a random sample of faults in a copy of the project, and runs the tests that come by each`;
const { values } = readArguments(usage, () =>
  parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '1' },
      room: { type: 'string' },
      rule: { type: 'string', default: '' },
      tests: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  }),
);

const sample = sampleFaults(Number(values.count), Number(values.seed), {
  room: values.room,
  rule: new RegExp(values.rule),
});
const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 160) || '(nothing)';
const describe = ({ file, source, fault }: (typeof sample)[number]) =>
  `${file}:${fault.line} ${fault.rule}\n    before ${shorten(source.slice(fault.from, fault.to))}\n    after  ${shorten(
    fault.part.kind === 'attribute' ? alternatives(source, fault)[0] : fault.replacement,
  )}`;

if (values.list) {
  for (const one of sample) console.log(describe(one));
} else {
  // Its tests are a group of processes of their own, which a signal to this one does not reach.
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const copy = plant(sample);
  try {
    const first = Number(values.from) - 1;
    report(
      await judge(
        copy,
        sample,
        { tests: values.tests, first, quick: values.quick, signal: interruption.signal },
        (verdict, at) => {
          const one = sample[at];
          if (one)
            console.log(
              `${at + 1}/${sample.length} ${one.file}:${one.fault.line} ${one.fault.rule}: ${words(verdict)}`,
            );
        },
      ),
    );
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    console.error('Interrupted: `--from` goes on with the fault that was judged last.');
    process.exitCode = 1;
  } finally {
    copy.remove();
  }
}

function words({ noticedBy, ran }: Verdict): string {
  if (noticedBy !== undefined) return `noticed by ${noticedBy}`;
  return ran === 0 ? 'NOT NOTICED: no test comes by' : `NOT NOTICED by ${ran} files of tests`;
}

function report(verdicts: ReadonlyMap<number, Verdict>): void {
  const rooms = [...new Set(sample.map(({ room }) => room))];
  const row = (name: string, of: readonly number[]) => {
    const noticed = of.filter((at) => verdicts.get(at)?.noticedBy !== undefined).length;
    return `${name.padEnd(16)} ${String(of.length).padStart(7)} ${String(noticed).padStart(7)}   ${((100 * noticed) / of.length).toFixed(1)} %`;
  };
  const all = [...verdicts.keys()];
  console.log(`\nroom             planted noticed`);
  for (const room of rooms) {
    const own = all.filter((at) => sample[at]?.room === room);
    if (own.length > 0) console.log(row(room, own));
  }
  console.log(row('all', all));
  const survivors = sample.filter((_, at) => {
    const verdict = verdicts.get(at);
    return verdict && verdict.noticedBy === undefined;
  });
  if (survivors.length > 0) console.log(`\nNot noticed:\n${survivors.map(describe).join('\n')}`);
  mkdirSync('dist', { recursive: true });
  const rows = sample.map((one, at) => ({ fault: describe(one), ...verdicts.get(at) }));
  writeFileSync('dist/mutation.json', JSON.stringify({ seed: values.seed, rows }, null, 2));
}
