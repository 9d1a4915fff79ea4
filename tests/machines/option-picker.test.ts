import { optionPicker } from '#machines/option-picker.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { optionPickerEdges } from './edges/option-picker.ts';

everyEdge(optionPicker, optionPickerEdges);
