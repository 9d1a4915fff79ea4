import type { InstallEvents, InstallOutcome, InstallWay } from '#machines/install-offer.ts';

/** Installing the app from this browser. */

/** The browser's install dialog; it can be shown once. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: InstallOutcome }>;
};
declare global {
  interface Window {
    /** Set by the page's head (app/prerender/before-paint.ts). */
    installPrompt?: InstallPrompt | null;
  }
}

/** Whether the page runs as the installed app or in the native shell. */
const isInstalled = (): boolean =>
  navigator.standalone === true ||
  window.Capacitor?.isNativePlatform() === true ||
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches;

/** Whether this is Safari on iOS or iPadOS (which reports a Mac). Web views of other apps do not name Safari and cannot install. */
const isApplesBrowser = (): boolean =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)) &&
  navigator.userAgent.includes('Safari/');

export function installWay(): InstallWay {
  if (isInstalled()) return 'none';
  if (window.installPrompt) return 'prompt';
  return isApplesBrowser() ? 'steps' : 'none';
}

/** Opens the browser's install dialog; must be called in response to a tap. Resolves with `dismissed` if there is none. */
export async function promptInstall(): Promise<InstallOutcome> {
  const { installPrompt } = window;
  if (!installPrompt) return 'dismissed';
  window.installPrompt = null;
  await installPrompt.prompt();
  return (await installPrompt.userChoice).outcome;
}

/** Reports the browser's install events. Returns how to stop. */
export function watchInstall(report: (event: InstallEvents) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('beforeinstallprompt', () => report({ type: 'install.changed' }), { signal });
  addEventListener('appinstalled', () => report({ type: 'install.done' }), { signal });
  return () => controller.abort();
}
