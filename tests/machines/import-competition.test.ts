import { importCompetition } from '#machines/import-competition.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { importCompetitionExpectations } from './import-competition.expectations.ts';

testMachine(importCompetition, importCompetitionExpectations);
