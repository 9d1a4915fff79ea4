import { bet } from '#machines/bet.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { betEdges } from './edges/bet.ts';

everyEdge(bet, betEdges);
