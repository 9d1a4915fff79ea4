/** Sets the badge of the installed app's icon; 0 removes it. Does nothing where badges are missing, as during prerendering. */
export function setAppBadge(count: number): void {
  if (typeof navigator === 'undefined') return;
  // Some browsers reject it for pages that are not installed.
  navigator.setAppBadge?.(count).catch(() => {});
}
