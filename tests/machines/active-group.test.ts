import { activeGroup } from '#machines/active-group.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { activeGroupExpectations } from './active-group.expectations.ts';

testMachine(activeGroup, activeGroupExpectations);
