import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isMembersPath } from '#app/members-routes.ts';
import { isShareOver, shareFields, sharePath, shareRoute } from '#contract/share-target.ts';

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
  screenshots: v.array(
    v.object({ ...Picture.entries, form_factor: v.picklist(['narrow', 'wide']), label: v.string() }),
  ),
  shortcuts: v.array(
    v.object({ name: v.string(), short_name: v.string(), url: v.string(), icons: v.array(Picture) }),
  ),
  share_target: v.unknown(),
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

test('an offer to install it shows it on a phone and on a wide window', async () => {
  const { screenshots } = manifest;
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'narrow', 'wide']);
  for (const { src, sizes, type, form_factor, label } of screenshots) {
    const { width, height, format } = await pictureOf(src).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    // What browsers show: between 320 and 3,840 pixels, and no longer than 2.3 times its width.
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2.3);
    expect(width > height).toBe(form_factor === 'wide');
    expect(label).toMatch(/^[\p{Script=Hebrew} ,]+$/u);
  }
  // Of one form all are of one shape.
  expect(new Set(screenshots.map(({ form_factor, sizes }) => `${form_factor} ${sizes}`)).size).toBe(2);
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

test('what other apps share comes to the address and in the fields that its worker reads, and leads to a screen of the member’s', () => {
  const { title, text, url, picture } = shareFields;
  expect(manifest.share_target).toEqual({
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title, text, url, files: [{ name: picture, accept: ['image/*'] }] },
  });
  expect(isMembersPath(new URL(shareRoute, 'https://hevre.example').hash.slice(1))).toBe(true);
});

test('it waits for a day, by a clock that may be set back', () => {
  const hours = (count: number) => count * 60 * 60 * 1000;
  expect([0, 24, -24].map((count) => isShareOver(0, hours(count)))).toEqual([false, false, false]);
  expect([hours(24) + 1, -hours(24) - 1, Number.NaN].map((now) => isShareOver(0, now))).toEqual([
    true,
    true,
    true,
  ]);
});
