import { typeShelf } from '#machines/type-shelf.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { typeShelfEdges } from './edges/type-shelf.ts';

everyEdge(typeShelf, typeShelfEdges);
