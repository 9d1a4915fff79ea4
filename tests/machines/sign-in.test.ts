import { signIn } from '#machines/sign-in.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { signInExpectations } from './sign-in.expectations.ts';

testMachine(signIn, signInExpectations);
