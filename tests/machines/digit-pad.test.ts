import { digitPad } from '#machines/digit-pad.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { digitPadExpectations } from './digit-pad.expectations.ts';

testMachine(digitPad, digitPadExpectations);
