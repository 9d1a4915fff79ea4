/** The files named in a `meta` tag of the page (vite-preload.ts); none in development. */
export const filesOf = (name: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];

/** Preloads the files named in these `meta` tags. */
export function preload(...names: readonly string[]): void {
  for (const href of names.flatMap(filesOf)) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }));
  }
}
