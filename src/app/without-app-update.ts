import { OutdatedAlone } from '#screens/shell/boot-screens.tsx';
import { reloadOnce } from './reload-once.ts';

/**
 * The update notice when its chunk cannot be loaded. If the server answers, this build was replaced there, and the page
 * reloads; offline the page continues without it.
 */
export async function withoutAppUpdate() {
  const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }));
  if (ok) reloadOnce();
  return OutdatedAlone;
}
