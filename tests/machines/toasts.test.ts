import { toasts } from '#machines/toasts.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { toastsEdges } from './edges/toasts.ts';

everyEdge(toasts, toastsEdges);
