import { postOptions } from '#machines/post-options.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { postOptionsEdges } from './edges/post-options.ts';

everyEdge(postOptions, postOptionsEdges);
