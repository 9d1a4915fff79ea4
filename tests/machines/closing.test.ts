import { closing } from '#machines/closing.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { closingEdges } from './edges/closing.ts';

everyEdge(closing, closingEdges);
