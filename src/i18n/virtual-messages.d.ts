declare module 'virtual:messages' {
  /** Every language the build found in public/assets/i18n. */
  export const languages: readonly import('./i18n.ts').Language[];
}
