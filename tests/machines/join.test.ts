import { join } from '#machines/join.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { joinEdges } from './edges/join.ts';

everyEdge(join, joinEdges);
