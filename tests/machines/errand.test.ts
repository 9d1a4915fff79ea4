import { errand } from '#machines/errand.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { errandEdges } from './edges/errand.ts';

everyEdge(errand, errandEdges);
