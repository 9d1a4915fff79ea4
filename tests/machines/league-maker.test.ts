import { leagueMaker } from '#machines/league-maker.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { leagueMakerEdges } from './edges/league-maker.ts';

everyEdge(leagueMaker, leagueMakerEdges);
