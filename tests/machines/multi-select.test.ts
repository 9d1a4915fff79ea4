import { multiSelect } from '#machines/multi-select.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { multiSelectExpectations } from './multi-select.expectations.ts';

testMachine(multiSelect, multiSelectExpectations);
