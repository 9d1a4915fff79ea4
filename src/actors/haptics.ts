/** Vibrates briefly, if the device can; not with `prefers-reduced-motion`. */
export function tick(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(12);
}
