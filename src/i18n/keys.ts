import type heb from '../../public/assets/i18n/heb.json';

/** Message keys: those of heb.json. */
export type MessageKey = keyof typeof heb;
