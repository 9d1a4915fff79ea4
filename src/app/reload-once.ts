import { browserStorage, createStorage } from '#actors/storage.ts';
import { filesOf } from './prerender/preload.ts';

/** Which build a page is of: the file that it begins with. */
export const ownBuild = () => filesOf('entry').join(' ');

/** The build that a tab has left, for its next page to say so; and not to be loaded anew for the same again. */
export const leftBuild = 'leftBuild';

/** Loads the page anew; false where this build has been loaded anew by itself before, and nothing came of it. */
export function reloadOnce(): boolean {
  const tab = createStorage(browserStorage('sessionStorage'));
  if (tab.read(leftBuild) === ownBuild()) return false;
  tab.write(leftBuild, ownBuild());
  window.location.reload();
  return true;
}
