import { browserStorage, createStorage } from '#actors/storage.ts';
import { filesOf } from './prerender/preload.ts';

/** The page's build, by the names of its entry files; '' in development. */
export const ownBuild = () => filesOf('entry').join(' ');

/** Tab storage key of the build that the tab reloaded from: the next page announces the change, and does not reload again. */
export const leftBuild = 'leftBuild';

/** Reloads the page and returns true; returns false if this build was already reloaded without getting a newer one. */
export function reloadOnce(): boolean {
  const tab = createStorage(browserStorage('sessionStorage'));
  if (tab.read(leftBuild) === ownBuild()) return false;
  tab.write(leftBuild, ownBuild());
  window.location.reload();
  return true;
}
