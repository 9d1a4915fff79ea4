import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { resourceExpectations, standings } from './resource.expectations.ts';

testMachine(standings, resourceExpectations);
