import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { list, pagedListExpectations } from './paged-list.expectations.ts';

testMachine(list, pagedListExpectations);
