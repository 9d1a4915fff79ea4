import { digitPad } from '#machines/digit-pad.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { pickPadEdges } from './edges/pick-pad.ts';

everyEdge(digitPad, pickPadEdges);
