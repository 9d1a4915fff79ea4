import { gameTypePicker } from '#machines/game-type-picker.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { typeShelfEdges } from './edges/type-shelf.ts';

everyEdge(gameTypePicker, typeShelfEdges);
