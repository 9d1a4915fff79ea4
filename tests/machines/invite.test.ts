import { invite } from '#machines/invite.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { inviteExpectations } from './invite.expectations.ts';

testMachine(invite, inviteExpectations);
