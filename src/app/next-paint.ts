/** Resolves once the browser has painted what is rendered by now; at once in a hidden page, which is not painted. */
export async function nextPaint(): Promise<void> {
  if (document.hidden) return;
  await new Promise<void>((painted) => requestAnimationFrame(() => setTimeout(painted)));
}
