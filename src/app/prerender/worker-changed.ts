/** The page's attribute once another worker has taken it over. */
export const workerChanged = 'data-worker-changed';
