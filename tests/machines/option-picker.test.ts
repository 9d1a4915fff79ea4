import { optionPicker } from '#machines/option-picker.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { optionPickerExpectations } from './option-picker.expectations.ts';

testMachine(optionPicker, optionPickerExpectations);
