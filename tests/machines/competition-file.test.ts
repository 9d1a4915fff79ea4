import { competitionFile } from '#machines/competition-file.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { competitionFileExpectations } from './competition-file.expectations.ts';

testMachine(competitionFile, competitionFileExpectations);
