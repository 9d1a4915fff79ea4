import { safeArea } from '#theme/logical.ts';

/**
 * Position of toasts, the same whatever is open: on a phone below the top bar and the title of a full-height sheet; on wider
 * windows in the middle of the top bar. Sheets that are not full height end below them, so toasts cover no title, and do
 * not move when a sheet opens or closes.
 */
export const toastsStart = {
  phone: `calc(4.25rem + ${safeArea.top})`,
  wide: `calc(0.25rem + ${safeArea.top})`,
};
/** The end of three toasts of two lines each. */
export const toastsEnd = {
  phone: `calc(8.5rem + ${safeArea.top})`,
  wide: `calc(4.5rem + ${safeArea.top})`,
};
