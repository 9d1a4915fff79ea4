import { invite } from '#machines/invite.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { inviteEdges } from './edges/invite.ts';

everyEdge(invite, inviteEdges);
