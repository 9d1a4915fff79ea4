import { socialLogin } from '#machines/social-login.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { socialLoginEdges } from './edges/social-login.ts';

everyEdge(socialLogin, socialLoginEdges);
