import { activeGroup } from '#machines/active-group.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { activeGroupEdges } from './edges/active-group.ts';

everyEdge(activeGroup, activeGroupEdges);
