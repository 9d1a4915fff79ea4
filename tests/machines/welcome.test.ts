import { welcome } from '#machines/welcome.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { welcomeEdges } from './edges/welcome.ts';

everyEdge(welcome, welcomeEdges);
