import type { activeGroup } from '#machines/active-group.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const choosesGroup = (group: number | null) => ({
  to: 'idle',
  context: { member: 7, group },
  sends: [{ type: 'value.keep', value: group }],
});

/** Expectations of active-group, for its test and for its screen's walk. */
export const activeGroupExpectations: MachineExpectations<typeof activeGroup> = {
  inputs: { noa: { member: 7 } },
  fold: ({ group }) => (group === null ? 'everybody' : `group ${group}`),
  events: {
    'the army': { type: 'group.choose', group: 3 },
    everybody: { type: 'group.choose', group: null },
    'office loads': done('loadGroup', 4),
    'nothing is stored': done('loadGroup', null),
    'load fails': error('loadGroup', { kind: 'unreadable' }),
    'store fails': error('groupStore', new Error('denied')),
  },
  becomes: {
    'start: noa': {
      to: 'loading',
      context: { member: 7, group: null },
      calls: { loadGroup: { member: 7 }, groupStore: { member: 7 } },
    },
    'loading + office loads': { to: 'idle', context: { member: 7, group: 4 } },
    'loading + nothing is stored': { to: 'idle', context: { member: 7, group: null } },
    'loading + load fails': { to: 'idle', context: { member: 7, group: null } },
    // A choice made before the stored one is loaded wins.
    'loading + the army': choosesGroup(3),
    'loading + everybody': choosesGroup(null),
    'idle + the army': choosesGroup(3),
    'idle + everybody': choosesGroup(null),
  },
  claims: { loading: hasExactTags(), idle: hasExactTags('ready') },
  unpaired: 7,
};
