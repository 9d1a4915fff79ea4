import { gameTypePicker } from '#machines/game-type-picker.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { gameTypePickerExpectations } from './game-type-picker.expectations.ts';

testMachine(gameTypePicker, gameTypePickerExpectations);
