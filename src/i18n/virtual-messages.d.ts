declare module 'virtual:messages/deferred' {
  /** Messages of deferred screens, by the language's code. */
  export const deferred: Readonly<Record<string, () => Promise<import('./i18n.ts').Messages>>>;
}
declare module 'virtual:messages' {
  /** Every language the build found in public/assets/i18n. */
  export const languages: readonly import('./i18n.ts').Language[];
}
