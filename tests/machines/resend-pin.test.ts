import { resendPin } from '#machines/resend-pin.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { resendPinEdges } from './edges/resend-pin.ts';

everyEdge(resendPin, resendPinEdges);
