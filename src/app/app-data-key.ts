/** The key of the stored app data. */
export const appDataKey = 'appData';
