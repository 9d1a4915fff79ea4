import { groupsBoard } from '#machines/groups-board.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { groupsBoardExpectations } from './groups-board.expectations.ts';

testMachine(groupsBoard, groupsBoardExpectations);
