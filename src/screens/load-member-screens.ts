import { loadDeferred } from './deferred-component.ts';

/** Screens for members only: their code, not the first page's, contains the names of their chunks. */

export const loadGamesToBet = async () =>
  (await import('#screens/games-to-bet/GamesToBetScreen.tsx')).GamesToBetScreen;
export const loadWelcome = async () => (await import('#screens/welcome/WelcomeScreen.tsx')).WelcomeScreen;
export const loadGameForm = async () => (await import('#screens/game/GameFormScreen.tsx')).GameFormScreen;
export const loadStaff = () =>
  loadDeferred(async () => (await import('#screens/staff/StaffScreen.tsx')).StaffScreen);
export const loadProfile = () =>
  loadDeferred(async () => (await import('#screens/profile/ProfileScreen.tsx')).ProfileScreen);
export const loadShare = () =>
  loadDeferred(async () => (await import('#screens/share-target/ShareTargetScreen.tsx')).ShareTargetScreen);
