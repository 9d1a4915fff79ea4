import { pickPad } from '#machines/pick-pad.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { pickPadEdges } from './edges/pick-pad.ts';

everyEdge(pickPad, pickPadEdges);
