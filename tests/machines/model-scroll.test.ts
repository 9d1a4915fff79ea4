import { multiSelect } from '#machines/multi-select.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { modelScrollEdges } from './edges/model-scroll.ts';

everyEdge(multiSelect, modelScrollEdges);
