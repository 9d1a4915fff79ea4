import { groupsBoard } from '#machines/groups-board.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { groupsBoardEdges } from './edges/groups-board.ts';

everyEdge(groupsBoard, groupsBoardEdges);
