import { welcome } from '#machines/welcome.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { welcomeExpectations } from './welcome.expectations.ts';

testMachine(welcome, welcomeExpectations);
