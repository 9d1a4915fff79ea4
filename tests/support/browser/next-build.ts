import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies a built client with new names for all scripts and style sheets, so that the earlier names are missing as after the
 * next build. Returns the folder, which the caller has to remove.
 */
export function nextBuildOf(folder: string): string {
  const next = mkdtempSync(join(tmpdir(), 'hevre-next-'));
  cpSync(folder, next, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(next, 'assets');
  const names = readdirSync(assets).filter((name) => /-[\w-]{7}\.(js|css)$/.test(name));
  const renamed = (text: string) =>
    text.replaceAll(/[\w.-]+-[\w-]{7}\.(js|css)/g, (name) => (names.includes(name) ? nextName(name) : name));
  const rewrite = (from: string, to: string) => {
    const text = renamed(readFileSync(from, 'utf8'));
    if (from !== to) rmSync(from);
    writeFileSync(to, text);
  };
  for (const name of names) rewrite(join(assets, name), join(assets, nextName(name)));
  rewrite(join(next, 'index.html'), join(next, 'index.html'));
  const worker = join(next, 'service-worker.js');
  rewrite(worker, worker);
  // index.html keeps its name, so its revision changes.
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(index\.html`,revision:`)/, '$1next'));
  return next;
}

const nextName = (name: string) => name.replace(/.{2}(\.\w+)$/, 'N2$1');
