/** Shows a number on the icon of the installed app, none for 0; nothing where there are no badges, as in the build. */
export function setAppBadge(count: number): void {
  if (typeof navigator === 'undefined') return;
  // Refused to a page that is not installed, in some browsers: it has no icon then.
  navigator.setAppBadge?.(count).catch(() => {});
}
