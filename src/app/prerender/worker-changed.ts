/** Attribute of the page once another worker controls it. */
export const workerChanged = 'data-worker-changed';
