import { resource } from '#machines/resource.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { resourceEdges } from './edges/resource.ts';

everyEdge(resource, resourceEdges);
