import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names in the page what the first screen is known to need, so that the browser fetches it beside the entry
 * instead of after it: the Hebrew letters and the Hebrew words.
 */
export function preload(requested: Preloads): Plugin {
  return {
    name: 'hevre:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => preloadTags(bundle, requested),
    },
  };
}

type Preloads = { readonly fonts: readonly RegExp[]; readonly modules: readonly string[] };
type BundleFile =
  | { readonly type: 'asset'; readonly fileName: string }
  | { readonly type: 'chunk'; readonly fileName: string; readonly facadeModuleId: string | null };

/** The page's preload links. Throws when a requested font or module matches no file. */
export function preloadTags(
  bundle: Readonly<Record<string, BundleFile>>,
  { fonts, modules }: Preloads,
): HtmlTagDescriptor[] {
  const find = (requested: string | RegExp, matches: (file: BundleFile) => boolean): BundleFile => {
    const file = Object.values(bundle).find(matches);
    if (!file) throw new Error(`no file of the build is ${requested}: the page cannot preload it`);
    return file;
  };
  return [
    ...fonts.map((font) => {
      const { fileName } = find(font, (file) => file.type === 'asset' && font.test(file.fileName));
      return link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}` });
    }),
    ...modules.map((id) => {
      const { fileName } = find(id, (file) => file.type === 'chunk' && file.facadeModuleId === `\0${id}`);
      return link({ rel: 'modulepreload', href: `/${fileName}` });
    }),
  ];
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
