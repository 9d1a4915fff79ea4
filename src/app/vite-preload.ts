import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names in the page what the first screen is known to need, so that the browser fetches it beside the entry
 * instead of after it: the Hebrew letters and the Hebrew words. What a member's first screen needs beside that, in any
 * language or in one, is named in `meta` tags: where the device keeps a session, boot.js preloads it.
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

type Preloads = {
  readonly fonts: readonly RegExp[];
  readonly modules: readonly string[];
  /** By the tag's name: `member`, or `member-heb`. */
  readonly member: Readonly<Record<string, readonly string[]>>;
};
type Chunk = {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
};
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset'; readonly fileName: string }>>;

/** The page's preload tags. Throws when a requested font or module matches no file. */
export function preloadTags(bundle: Bundle, { fonts, modules, member }: Preloads): HtmlTagDescriptor[] {
  const files = Object.values(bundle);
  const chunks = files.filter((file) => file.type === 'chunk');
  const missing = (requested: string | RegExp): never => {
    throw new Error(`no file of the build is ${requested}: the page cannot preload it`);
  };
  const chunkOf = (id: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(id)) ?? missing(id);
  const first = withImports(
    bundle,
    chunks.filter((chunk) => chunk.isEntry),
  );
  return [
    ...fonts.map((font) => {
      const { fileName } =
        files.find((file) => file.type === 'asset' && font.test(file.fileName)) ?? missing(font);
      return link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}` });
    }),
    ...modules.map((id) => link({ rel: 'modulepreload', href: `/${chunkOf(id).fileName}` })),
    ...Object.entries(member).map(([name, ids]) => {
      const later = withImports(bundle, ids.map(chunkOf)).filter((chunk) => !first.includes(chunk));
      const styles = later.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
      const names = [...new Set([...later.map((chunk) => chunk.fileName), ...styles])];
      const content = names.map((fileName) => `/${fileName}`).join(' ');
      // boot.js comes later in the head.
      return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const };
    }),
  ];
}

/** Chunks with all that they import statically, each once. */
function withImports(bundle: Bundle, chunks: readonly Chunk[]): Chunk[] {
  const found = new Set<Chunk>();
  const add = (chunk: Bundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports.forEach((name) => add(bundle[name]));
  };
  chunks.forEach(add);
  return [...found];
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
