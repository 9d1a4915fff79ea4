import { postActions } from '#machines/post-actions.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { postActionsExpectations } from './post-actions.expectations.ts';

testMachine(postActions, postActionsExpectations);
