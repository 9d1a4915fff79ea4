import { safeArea } from '#theme/logical.ts';

/**
 * Where toasts lie, whatever is open: on a phone under the bar of a page and the title of a sheet as tall as the window, where
 * there is space around a dialog in the middle of the top bar. Every other sheet ends below them. So none covers what opens next, and
 * none moves when a sheet opens or closes.
 */
export const toastsStart = {
  phone: `calc(4.25rem + ${safeArea.top})`,
  wide: `calc(0.25rem + ${safeArea.top})`,
};
/** Below three of two lines. */
export const toastsEnd = {
  phone: `calc(8.5rem + ${safeArea.top})`,
  wide: `calc(4.5rem + ${safeArea.top})`,
};
