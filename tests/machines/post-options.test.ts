import { postOptions } from '#machines/post-options.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { postOptionsExpectations } from './post-options.expectations.ts';

testMachine(postOptions, postOptionsExpectations);
