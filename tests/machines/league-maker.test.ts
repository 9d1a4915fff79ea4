import { createLeague } from '#machines/create-league.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { leagueMakerEdges } from './edges/league-maker.ts';

everyEdge(createLeague, leagueMakerEdges);
