import { chat } from '#machines/chat.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { chatEdges } from './edges/chat.ts';

everyEdge(chat, chatEdges);
