import type heb from '../../public/assets/i18n/heb.json';

/** Every sentence the app can say: the keys of heb.json. */
export type MessageKey = keyof typeof heb;
