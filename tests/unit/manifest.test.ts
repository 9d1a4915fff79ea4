import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isMembersPath } from '#app/members-routes.ts';

/** What an installed app is: its name, its icons, where it opens. */

const file = (path: string) => new URL(`../../public${path}`, import.meta.url);
const Picture = v.object({
  src: v.string(),
  sizes: v.string(),
  type: v.optional(v.string()),
  purpose: v.optional(v.string(), 'any'),
});
const Manifest = v.looseObject({
  icons: v.array(Picture),
  shortcuts: v.array(
    v.object({ name: v.string(), short_name: v.string(), url: v.string(), icons: v.array(Picture) }),
  ),
});
const manifest = v.parse(Manifest, JSON.parse(readFileSync(file('/manifest.webmanifest'), 'utf8')));

test('it is one app, in Hebrew from right to left, on a screen that may be turned', () => {
  const { id, lang, dir, start_url, scope, display, orientation } = manifest;
  expect({ id, lang, dir, start_url, scope, display, orientation }).toEqual({
    id: '/',
    lang: 'he',
    dir: 'rtl',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
  });
});

test('it has an icon for each use', () => {
  const uses = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
  expect(uses).toEqual(['any any', 'any 192x192', 'any 512x512', 'maskable 512x512', 'monochrome 512x512']);
});

const pictureOf = (path: string) => sharp(readFileSync(file(path)));
const pngs = manifest.icons.filter(({ type }) => type === 'image/png');

test.each(pngs.map((icon) => [icon.src, icon.sizes] as const))('%s is %s', async (src, sizes) => {
  const { width, height, format } = await pictureOf(src).metadata();
  expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
});

test('a mask has the whole square to cut from; of the icon of one colour only the shape counts', async () => {
  const [maskable, monochrome] = ['maskable', 'monochrome'].map(
    (use) => pngs.find(({ purpose }) => purpose === use)?.src ?? '',
  );
  expect((await pictureOf(maskable ?? '').stats()).isOpaque).toBe(true);
  const { isOpaque, channels } = await pictureOf(monochrome ?? '').stats();
  expect([isOpaque, ...channels.slice(0, 3).map(({ max }) => max)]).toEqual([false, 0, 0, 0]);
});

test('its shortcuts lead to screens of the member’s', () => {
  const places = manifest.shortcuts.map(({ url }) => new URL(url, 'https://hevre.example').hash.slice(1));
  expect(places).toEqual(['/games', '/section']);
  expect(places.map(isMembersPath)).toEqual([true, true]);
});
