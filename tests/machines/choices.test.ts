import { notificationPreferences } from '#machines/notification-preferences.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { choicesEdges } from './edges/choices.ts';

everyEdge(notificationPreferences, choicesEdges);
