import { composer } from '#machines/composer.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { composerExpectations } from './composer.expectations.ts';

testMachine(composer, composerExpectations);
