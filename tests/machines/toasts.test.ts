import { toasts } from '#machines/toasts.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { toastsExpectations } from './toasts.expectations.ts';

testMachine(toasts, toastsExpectations);
