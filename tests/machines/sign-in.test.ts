import { signIn } from '#machines/sign-in.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { signInEdges } from './edges/sign-in.ts';

everyEdge(signIn, signInEdges);
