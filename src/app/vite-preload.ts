import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names files that the page needs later, so that the browser fetches them in parallel with the entry: the Hebrew font as
 * preload links, and groups of modules in `meta` tags, which prerender/ preloads.
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
  /** Modules by the `meta` tag's name, such as `member` or `member-heb`. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
};
type Chunk = {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
};
export type Bundle = Readonly<
  Record<
    string,
    Chunk | { readonly type: 'asset'; readonly fileName: string; readonly source: string | Uint8Array }
  >
>;

/** The page's preload tags. Throws if a requested font or module matches no file. */
export function preloadTags(bundle: Bundle, { fonts, groups }: Preloads): HtmlTagDescriptor[] {
  const files = Object.values(bundle);
  const first = withImports(
    bundle,
    files.filter((file) => file.type === 'chunk').filter((chunk) => chunk.isEntry),
  );
  return [
    ...fonts.map((font) => {
      const { fileName } =
        files.find((file) => file.type === 'asset' && font.test(file.fileName)) ?? missing(font);
      return link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}` });
    }),
    ...Object.entries(groups).map(([name, ids]) => {
      const later = withImports(
        bundle,
        ids.map((id) => chunkOf(bundle, id)),
      ).filter((chunk) => !first.includes(chunk));
      const names = [...new Set([...later.map((chunk) => chunk.fileName), ...later.flatMap(stylesOf)])];
      const content = names.map((fileName) => `/${fileName}`).join(' ');
      // Prepended, so that the inline scripts can read it.
      return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const };
    }),
  ];
}

const missing = (requested: string | RegExp): never => {
  throw new Error(`no file of the build is ${requested}: the page cannot preload it`);
};

function chunkOf(bundle: Bundle, id: string): Chunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return chunks.find((chunk) => chunk.moduleIds.some((it) => it.endsWith(id))) ?? missing(id);
}

const stylesOf = (chunk: Chunk) => [...(chunk.viteMetadata?.importedCss ?? [])];

/** Style sheets of modules and their static imports, each once. */
export function sheetsOf(bundle: Bundle, ids: readonly string[]): string[] {
  const chunks = withImports(
    bundle,
    ids.map((id) => chunkOf(bundle, id)),
  );
  return [...new Set(chunks.flatMap(stylesOf))];
}

/** Chunks with their static imports, each once. */
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
