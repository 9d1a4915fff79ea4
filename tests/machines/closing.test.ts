import { deadline } from '#machines/deadline.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { closingEdges } from './edges/closing.ts';

everyEdge(deadline, closingEdges);
