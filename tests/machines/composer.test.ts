import { composer } from '#machines/composer.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { composerEdges } from './edges/composer.ts';

everyEdge(composer, composerEdges);
