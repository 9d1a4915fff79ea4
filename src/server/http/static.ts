import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { sharePath, shareRoute } from '#contract/share-target.ts';
import { acceptedEncodings } from './compression.ts';
import type { HonoContext, Middleware } from './env.ts';
import { notBuiltPage, notFoundPage } from '#server/texts/pages.ts';

/** The built client, read into memory at start, so that a rebuild does not mix versions. */

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

type Encoding = 'br' | 'gzip' | 'identity';
type ClientFile = { type: string; etag: string; cache: string; bytes: Map<Encoding, Buffer> };

const immutableCache = 'public, max-age=31536000, immutable';
// Names of hashed files contain a hash of the content; all others are revalidated.
const hashedPath = /^\/assets\/[^/]+-[\w-]{7,8}\.\w+$/;

/** Files of a folder by URL path, with their precompressed encodings. */
function readClientFiles(folder: string): Map<string, ClientFile> {
  const files = new Map<string, ClientFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join('/')}`;
    const content = readFileSync(full);
    const bytes = new Map<Encoding, Buffer>([['identity', content]]);
    if (existsSync(`${full}.br`)) bytes.set('br', readFileSync(`${full}.br`));
    if (existsSync(`${full}.gz`)) bytes.set('gzip', readFileSync(`${full}.gz`));
    files.set(path, {
      type: contentTypes[extname(entry.name)] ?? 'application/octet-stream',
      etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
      cache: hashedPath.test(path) ? immutableCache : 'no-cache',
      bytes,
    });
  }
  return files;
}

/** The best encoding that the client accepts and the file has. */
function chooseEncoding(c: HonoContext, file: ClientFile): Encoding {
  const accepted = acceptedEncodings(c);
  for (const encoding of ['br', 'gzip'] as const) {
    if (accepted.has(encoding) && file.bytes.has(encoding)) return encoding;
  }
  return 'identity';
}

/** Whether the request's If-None-Match has this ETag. */
export function matchesEtag(c: HonoContext, etag: string): boolean {
  const cachedTags = (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''));
  return cachedTags.includes(etag) || cachedTags.includes('*');
}

function fileResponse(c: HonoContext, file: ClientFile): Response {
  const encoding = chooseEncoding(c, file);
  // Each encoding has its own ETag.
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers = new Headers({ 'Cache-Control': file.cache, ETag: etag });
  if (file.bytes.size > 1) headers.set('Vary', 'Accept-Encoding');
  if (matchesEtag(c, etag)) return new Response(null, { status: 304, headers });
  const bytes = file.bytes.get(encoding) ?? Buffer.alloc(0);
  headers.set('Content-Type', file.type);
  headers.set('Content-Length', String(bytes.length));
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return new Response(new Uint8Array(bytes), { headers });
}

function htmlResponse(c: HonoContext, page: typeof notFoundPage, status: number): Response {
  return new Response(page(c.req.header('Accept-Language')), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** Hashes of the built page's inline scripts, for the Content-Security-Policy. */
export function inlineScriptHashes(folder: string): string[] {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return [];
  return [...readFileSync(page, 'utf8').matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Serves the client. Routes are in the hash, so `/` is the only page; any other path is a file or 404. */
export function staticFiles(folder: string): Middleware {
  const files = readClientFiles(folder);
  return async (c) => {
    const file = files.get(c.req.path === '/' ? '/index.html' : c.req.path);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (file && isRead) return fileResponse(c, file);
    // A share without the service worker, which handles it otherwise: the content is dropped, and the app says so.
    if (c.req.method === 'POST' && c.req.path === sharePath) return c.redirect(shareRoute, 303);
    if (isRead && c.req.path === '/' && files.size === 0) return htmlResponse(c, notBuiltPage, 503);
    return htmlResponse(c, notFoundPage, 404);
  };
}
