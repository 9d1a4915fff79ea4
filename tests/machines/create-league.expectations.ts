import { expect } from 'vitest';
import type { createLeague } from '#machines/create-league.ts';
import { buildOwnLeague } from '#tests/support/builders.ts';
import { done, error, refStub, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const parent = refStub('wizard');
const league = buildOwnLeague(12, 'המשרד');
const nameTaken = { kind: 'validation' as const, fields: { name: { code: 'duplicate' as const } } };
const createsLeague = (name: string) => ({
  to: 'creating',
  context: { name },
  calls: { createLeague: { name } },
});

export const createLeagueExpectations: MachineExpectations<typeof createLeague> = {
  inputs: { wizard: { parent } },
  events: {
    'a name': { type: 'league.create', name: '  המשרד ' },
    'no name': { type: 'league.create', name: '   ' },
    '20 letters': { type: 'league.create', name: 'א'.repeat(20) },
    '21 letters': { type: 'league.create', name: 'א'.repeat(21) },
    created: done('createLeague', league),
    refused: error('createLeague', nameTaken),
  },
  becomes: {
    'start: wizard': { to: 'idle', context: { parent, name: '', failure: null } },
    // The name is trimmed, may not be blank, and has at most 20 letters.
    'idle + a name': createsLeague('המשרד'),
    'idle + 20 letters': createsLeague('א'.repeat(20)),
    'creating + created': { to: 'idle', sends: [{ type: 'league.created', league }] },
    'creating + refused': { to: 'failed', context: { failure: nameTaken } },
    'failed + a name': createsLeague('המשרד'),
    'failed + 20 letters': createsLeague('א'.repeat(20)),
  },
  claims: {
    creating: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
};
