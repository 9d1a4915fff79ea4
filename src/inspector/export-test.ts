import type { RecordedStep } from './machines/event-recorder.ts';

/** Paths of the actors in a recording. */
export const recordedPaths = (walk: readonly RecordedStep[]): string[] => [
  ...new Set(walk.map(({ path }) => path)),
];

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const toCode = (value: unknown) => JSON.stringify(value, null, 2).replace(/\n/g, '\n    ');
const label = (states: readonly string[]) => states.join(' & ');

type EventCode = { readonly name: string; readonly text: string; readonly helper: string | null };

/** A step's event as a machine's test writes it. */
function eventCode({ event, child, delay }: RecordedStep): EventCode {
  const { type, output, error, actorId: _, ...rest } = event;
  const [, how, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (how && id) {
    const given = how === 'done' ? output : error;
    return { name: `${id} ${how}`, text: `${how}('${id}', ${toCode(given ?? null)})`, helper: how };
  }
  if (delay) {
    const ms = delay.ms === null ? 'NaN /* how long? */' : String(delay.ms);
    return { name: `after ${delay.name}`, text: `after('${delay.name}', ${ms})`, helper: 'after' };
  }
  const whole = toCode({ type, ...rest });
  if (child !== undefined)
    return { name: `${child}: ${type}`, text: `from('${child}', ${whole})`, helper: 'from' };
  return { name: type, text: whole, helper: null };
}

/**
 * One actor's part of a recording, as a file of tests/machines. The expectations are what was recorded: check them against
 * the specification before keeping the test.
 */
export function writeTest(walk: readonly RecordedStep[], path: string): string {
  const steps = walk.filter((step) => step.path === path);
  const machine = steps[0]?.machine ?? 'machine';
  const name = camelCase(machine);
  const events = new Map<string, string>();
  const becomes = new Map<string, string>();
  const helpers = new Set(['testMachine']);
  const [first] = steps;
  // An actor that was running before the recording does not start in its initial state.
  const since = first && first.event.type !== 'xstate.init' ? label(first.before) : null;
  for (const step of steps) {
    const after = label(step.states);
    if (step.event.type === 'xstate.init') {
      becomes.set('start: recorded', after);
    } else if (step.event.type !== 'xstate.stop') {
      const { name: said, text, helper } = eventCode(step);
      if (helper) helpers.add(helper);
      // The same event with another payload needs another name.
      const alike = [...events.keys()].filter((it) => it === said || it.startsWith(`${said} #`));
      const known =
        alike.find((it) => events.get(it) === text) ??
        (alike.length > 0 ? `${said} #${alike.length + 1}` : said);
      events.set(known, text);
      const before = label(step.before);
      becomes.set(`${before} + ${known}`, before === after ? 'same' : after);
    }
  }
  const entries = (map: ReadonlyMap<string, string>, quote: (text: string) => string) =>
    [...map].map(([key, value]) => `    ${JSON.stringify(key)}: ${quote(value)},`).join('\n');
  return `import { ${name} } from '#machines/${machine}.ts';
import { ${[...helpers].toSorted().join(', ')} } from '#tests/support/statecharts/test-machine.ts';

// Recorded, not specified: every line of \`becomes\` is what was seen. Read it against the specification.
${since === null ? '' : `// The recording found it in \`${since}\`: how it came there is not in it.\n`}testMachine(${name}, {
  inputs: { recorded: ${first?.input === undefined ? 'undefined' : toCode(first.input)} },
  events: {
${entries(events, (text) => text)}
  },
  becomes: {
${entries(becomes, (text) => JSON.stringify(text))}
  },
});
`;
}
