/** The languages of the server's own texts. */
export type Language = 'he' | 'en';
