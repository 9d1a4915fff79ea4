/** Storage key of the cached app data. */
export const appDataKey = 'appData';
