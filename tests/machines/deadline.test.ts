import { deadline } from '#machines/deadline.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { deadlineExpectations } from './deadline.expectations.ts';

testMachine(deadline, deadlineExpectations);
