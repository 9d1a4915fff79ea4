import { modelScroll } from '#machines/model-scroll.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { modelScrollEdges } from './edges/model-scroll.ts';

everyEdge(modelScroll, modelScrollEdges);
