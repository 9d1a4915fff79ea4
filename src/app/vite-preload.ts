import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names in the page what the first screen is known to need, so that the browser fetches it beside the entry
 * instead of after it: the Hebrew letters and the Hebrew words.
 */
export function preload(wanted: { fonts: RegExp[]; modules: string[] }): Plugin {
  return {
    name: 'hevre:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const tags: HtmlTagDescriptor[] = [];
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && wanted.fonts.some((font) => font.test(file.fileName))) {
            tags.push(link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file.fileName}` }));
          }
          if (file.type === 'chunk' && wanted.modules.some((id) => file.facadeModuleId === `\0${id}`)) {
            tags.push(link({ rel: 'modulepreload', href: `/${file.fileName}` }));
          }
        }
        return tags;
      },
    },
  };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
