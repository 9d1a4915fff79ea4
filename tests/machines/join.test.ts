import { join } from '#machines/join.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { joinExpectations } from './join.expectations.ts';

testMachine(join, joinExpectations);
