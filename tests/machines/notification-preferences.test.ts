import { notificationPreferences } from '#machines/notification-preferences.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { notificationPreferencesExpectations } from './notification-preferences.expectations.ts';

testMachine(notificationPreferences, notificationPreferencesExpectations);
