import type { activeGroup } from '#machines/active-group.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const chooses = (group: number | null) => ({
  to: 'keeping',
  context: { member: 7, group },
  calls: { keepGroup: { member: 7, group } },
});
const rests = (before: { group: number | null }) => ({
  to: 'chosen',
  context: { member: 7, group: before.group },
});

/** What is written of active-group: its test walks it headless, its screen's in a browser. */
export const activeGroupExpectations: MachineExpectations<typeof activeGroup> = {
  inputs: { noa: { member: 7 } },
  fold: ({ group }) => (group === null ? 'everybody' : `group ${group}`),
  events: {
    'the army': { type: 'group.choose', group: 3 },
    everybody: { type: 'group.choose', group: null },
    'it was the office': done('recallGroup', 4),
    'it was everybody': done('recallGroup', null),
    'nothing is remembered': error('recallGroup', { kind: 'unreadable' }),
    'it is kept': done('keepGroup', undefined),
    'it cannot be kept': error('keepGroup', { kind: 'unreadable' }),
  },
  becomes: {
    'start: noa': {
      to: 'recalling',
      context: { member: 7, group: null },
      calls: { recallGroup: { member: 7 } },
    },
    'recalling + it was the office': { to: 'chosen', context: { member: 7, group: 4 } },
    'recalling + it was everybody': { to: 'chosen', context: { member: 7, group: null } },
    'recalling + nothing is remembered': { to: 'chosen', context: { member: 7, group: null } },
    // Chosen before the device remembered: what the person says now is what counts.
    'recalling + the army': chooses(3),
    'recalling + everybody': chooses(null),
    'chosen + the army': chooses(3),
    'chosen + everybody': chooses(null),
    'keeping + the army': chooses(3),
    'keeping + everybody': chooses(null),
    'keeping + it is kept': rests,
    'keeping + it cannot be kept': rests,
  },
  claims: {
    recalling: hasExactTags(),
    chosen: hasExactTags('ready'),
    keeping: hasExactTags('ready'),
  },
};
