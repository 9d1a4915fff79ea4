/** Where the device keeps the last app data. */
export const appDataKey = 'appData';
