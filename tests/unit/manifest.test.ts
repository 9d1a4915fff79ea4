import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isMembersPath } from '#app/members-routes.ts';
import { isShareOver, shareFields, sharePath, shareRoute } from '#contract/share-target.ts';

/** The web app manifest: name, icons, screenshots, shortcuts and share target. */

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

test('the manifest is of one app, in Hebrew from right to left, in any orientation', () => {
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

test('the manifest has an icon for each purpose', () => {
  const uses = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
  expect(uses).toEqual(['any any', 'any 192x192', 'any 512x512', 'maskable 512x512', 'monochrome 512x512']);
});

const pictureOf = (path: string) => sharp(readFileSync(file(path)));
const pngs = manifest.icons.filter(({ type }) => type === 'image/png');

test.each(pngs.map((icon) => [icon.src, icon.sizes] as const))(
  'the icon %s has the size %s',
  async (src, sizes) => {
    const { width, height, format } = await pictureOf(src).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  },
);

test('the screenshots are of phones and of a wide window, in sizes that browsers show', async () => {
  const { screenshots } = manifest;
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'narrow', 'wide']);
  for (const { src, sizes, type, form_factor, label } of screenshots) {
    const { width, height, format } = await pictureOf(src).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    // Browsers show screenshots of at least 320 pixels, with one side less than 2.3 times as long as the other.
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2.3);
    expect(width > height).toBe(form_factor === 'wide');
    expect(label).toMatch(/^[\p{Script=Hebrew} ,]+$/u);
  }
  // All screenshots of one form factor have the same size.
  expect(new Set(screenshots.map(({ form_factor, sizes }) => `${form_factor} ${sizes}`)).size).toBe(2);
});

test('the maskable icon is opaque, and the monochrome one is black on transparent', async () => {
  const [maskable, monochrome] = ['maskable', 'monochrome'].map(
    (use) => pngs.find(({ purpose }) => purpose === use)?.src ?? '',
  );
  expect((await pictureOf(maskable ?? '').stats()).isOpaque).toBe(true);
  const { isOpaque, channels } = await pictureOf(monochrome ?? '').stats();
  expect([isOpaque, ...channels.slice(0, 3).map(({ max }) => max)]).toEqual([false, 0, 0, 0]);
});

test('the shortcuts lead to screens for members', () => {
  const places = manifest.shortcuts.map(({ url }) => new URL(url, 'https://hevre.example').hash.slice(1));
  expect(places).toEqual(['/games', '/section']);
  expect(places.map(isMembersPath)).toEqual([true, true]);
});

test('the share target has the address and fields that the worker reads, and leads to a screen for members', () => {
  const { title, text, url, picture } = shareFields;
  expect(manifest.share_target).toEqual({
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title, text, url, files: [{ name: picture, accept: ['image/*'] }] },
  });
  expect(isMembersPath(new URL(shareRoute, 'https://hevre.example').hash.slice(1))).toBe(true);
});

test('a share expires when the clock is more than a day after or before it', () => {
  const hours = (count: number) => count * 60 * 60 * 1000;
  expect([0, 24, -24].map((count) => isShareOver(0, hours(count)))).toEqual([false, false, false]);
  expect([hours(24) + 1, -hours(24) - 1, Number.NaN].map((now) => isShareOver(0, now))).toEqual([
    true,
    true,
    true,
  ]);
});
