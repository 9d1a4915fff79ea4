import { wizard } from '#machines/wizard.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { wizardEdges } from './edges/wizard.ts';

everyEdge(wizard, wizardEdges);
