import { command } from '#machines/command.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { commandExpectations } from './command.expectations.ts';

testMachine(command, commandExpectations);
