import { createLeague } from '#machines/create-league.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { createLeagueExpectations } from './create-league.expectations.ts';

testMachine(createLeague, createLeagueExpectations);
