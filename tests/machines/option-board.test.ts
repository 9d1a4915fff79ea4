import { optionBoard } from '#machines/option-board.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { optionBoardExpectations } from './option-board.expectations.ts';

testMachine(optionBoard, optionBoardExpectations);
