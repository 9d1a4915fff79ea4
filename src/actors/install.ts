import type { InstallEvents, InstallOutcome, InstallWay } from '#machines/install-offer.ts';

/** This browser's ways to install the app. */

/** The browser's own dialog, which it can show once. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: InstallOutcome }>;
};
declare global {
  interface Window {
    /** Put there by the page's head (app/prerender/before-paint.ts). */
    installPrompt?: InstallPrompt | null;
  }
}

/** The app runs in a window of its own: installed, or of the native shell. */
const isInstalled = (): boolean =>
  navigator.standalone === true ||
  window.Capacitor?.isNativePlatform() === true ||
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches;

/** An iPhone's or an iPad's, which calls itself a Mac. A page inside of another app names no Safari, and has no home screen to add to. */
const isApplesBrowser = (): boolean =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)) &&
  navigator.userAgent.includes('Safari/');

export function installWay(): InstallWay {
  if (isInstalled()) return 'none';
  if (window.installPrompt) return 'prompt';
  return isApplesBrowser() ? 'steps' : 'none';
}

/** Opens the browser's own dialog, right after a tap. */
export async function promptInstall(): Promise<InstallOutcome> {
  const { installPrompt } = window;
  if (!installPrompt) return 'dismissed';
  window.installPrompt = null;
  await installPrompt.prompt();
  return (await installPrompt.userChoice).outcome;
}

/** Reports what the browser tells of installing. Returns how to stop. */
export function watchInstall(report: (event: InstallEvents) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('beforeinstallprompt', () => report({ type: 'install.changed' }), { signal });
  addEventListener('appinstalled', () => report({ type: 'install.done' }), { signal });
  return () => controller.abort();
}
