/** A short tick of the device that is held, where it can; none for whoever asks for less motion. */
export function tick(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(12);
}
