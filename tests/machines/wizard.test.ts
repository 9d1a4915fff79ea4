import { wizard } from '#machines/wizard.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { wizardExpectations } from './wizard.expectations.ts';

testMachine(wizard, wizardExpectations);
