import { resendPin } from '#machines/resend-pin.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { resendPinExpectations } from './resend-pin.expectations.ts';

testMachine(resendPin, resendPinExpectations);
