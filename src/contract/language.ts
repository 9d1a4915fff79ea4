/** The languages that the server's own words are in. */
export type Language = 'he' | 'en';
