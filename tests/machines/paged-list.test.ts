import { everyEdge } from '#tests/support/walks.ts';
import { list, pagedListEdges } from './edges/paged-list.ts';

everyEdge(list, pagedListEdges);
