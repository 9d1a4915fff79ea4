import { socialLogin } from '#machines/social-login.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { socialLoginExpectations } from './social-login.expectations.ts';

testMachine(socialLogin, socialLoginExpectations);
