import { bet } from '#machines/bet.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { betExpectations } from './bet.expectations.ts';

testMachine(bet, betExpectations);
