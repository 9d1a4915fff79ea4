import { choices } from '#machines/choices.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { choicesEdges } from './edges/choices.ts';

everyEdge(choices, choicesEdges);
