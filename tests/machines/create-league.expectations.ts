import { expect } from 'vitest';
import type { createLeague } from '#machines/create-league.ts';
import { buildOwnLeague } from '#tests/support/builders.ts';
import {
  after,
  done,
  error,
  refStub,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const parent = refStub('wizard');
const league = buildOwnLeague(12, 'המשרד');
const taken = { kind: 'validation' as const, fields: { name: { code: 'duplicate' as const } } };
const making = { to: 'making', context: { name: 'המשרד' }, calls: { createLeague: { name: 'המשרד' } } };

/** What is written of league-maker: its test walks it headless, its screen's in a browser. */
export const createLeagueExpectations: MachineExpectations<typeof createLeague> = {
  inputs: { wizard: { parent } },
  events: {
    named: { type: 'league.create', name: '  המשרד ' },
    'no name': { type: 'league.create', name: '   ' },
    '20 letters': { type: 'league.create', name: 'א'.repeat(20) },
    '21 letters': { type: 'league.create', name: 'א'.repeat(21) },
    made: done('createLeague', league),
    refused: error('createLeague', taken),
    'too long': after('patience', 20_000),
  },
  becomes: {
    'start: wizard': { to: 'idle', context: { name: '', failure: null } },
    // Trimmed; blanks are no name, and a league's has at most 20 letters.
    'idle + named': making,
    'idle + 20 letters': { to: 'making', calls: { createLeague: { name: 'א'.repeat(20) } } },
    'making + made': { to: 'idle', sends: [{ type: 'league.made', league }] },
    'making + refused': { to: 'failed', context: { failure: taken } },
    'making + too long': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'failed + named': making,
    'failed + 20 letters': { to: 'making', calls: { createLeague: { name: 'א'.repeat(20) } } },
  },
  claims: {
    making: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
};
