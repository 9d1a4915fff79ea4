import { command } from '#machines/command.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { errandEdges } from './edges/errand.ts';

everyEdge(command, errandEdges);
