/** Resolves once the browser has painted what is rendered by now; at once in a hidden page, which is not painted. */
export const nextPaint = (): Promise<void> =>
  new Promise((painted) => {
    if (document.hidden) painted();
    else requestAnimationFrame(() => setTimeout(painted));
  });
