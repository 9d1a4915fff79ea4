import { loadDeferred } from './deferred-component.ts';

/**
 * Screens that few visits begin with. Their chunks are named here, in the code that a member loads, and not in the code
 * that a guest's first screen waits for.
 */

export const loadGamesToBet = async () =>
  (await import('#screens/games-to-bet/GamesToBetScreen.tsx')).GamesToBetScreen;
export const loadLeagues = async () => (await import('#screens/leagues/LeaguesScreen.tsx')).LeaguesScreen;
export const loadGroups = async () => (await import('#screens/groups/GroupsScreen.tsx')).GroupsScreen;
export const loadNotifications = async () =>
  (await import('#screens/notifications/NotificationsScreen.tsx')).NotificationsScreen;
export const loadWelcome = async () => (await import('#screens/welcome/WelcomeScreen.tsx')).WelcomeScreen;
export const loadGameForm = async () => (await import('#screens/game/GameFormScreen.tsx')).GameFormScreen;
export const loadTerms = async () => (await import('#screens/static-page/StaticPageScreen.tsx')).TermsScreen;
export const loadAccessibility = async () =>
  (await import('#screens/static-page/StaticPageScreen.tsx')).AccessibilityScreen;
export const loadNotFound = async () => (await import('#screens/shell/NotFound.tsx')).NotFound;
export const loadStaff = () =>
  loadDeferred(async () => (await import('#screens/staff/StaffScreen.tsx')).StaffScreen);
export const loadProfile = () =>
  loadDeferred(async () => (await import('#screens/profile/ProfileScreen.tsx')).ProfileScreen);
export const loadShare = () =>
  loadDeferred(async () => (await import('#screens/share-target/ShareTargetScreen.tsx')).ShareTargetScreen);
