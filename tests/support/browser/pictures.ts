import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';

/**
 * Compares pictures of screens with references in tests/journeys/pictures. A reference is a quarter as wide and high as its
 * screen; each point is the mean of 4 × 4 pixels. So it takes a few KB, and tolerates other releases of the browser, which
 * draw the edges of letters differently.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether to overwrite the references: `npm run pictures -- --update`. */
    updatesPictures: boolean;
  }
}

const pixelsPerPoint = 4;
/** A point differs if red, green or blue is off by more than this, of 255. */
const colorTolerance = 24;
/** The share of a picture's points that may differ. */
const shareTolerance = 0.001;

export const referenceFolder = fileURLToPath(new URL('../../journeys/pictures', import.meta.url));
/** The folder for pictures that differ. */
const outFolder = fileURLToPath(new URL('../../../.cache/pictures', import.meta.url));
const referenceFile = (name: string) => join(referenceFolder, `${name}.webp`);

/** The window's pixels once they are stable: fonts and pictures are loaded, and two screenshots are equal. */
async function settledPixels(page: Page): Promise<Buffer> {
  // Nothing is hovered.
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A lazy picture out of view, or in a folded element, is never fetched.
    const isSeen = (it: Element) => {
      const { top, bottom, left, right } = it.getBoundingClientRect();
      return it.checkVisibility() && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    };
    await Promise.allSettled([...document.images].filter(isSeen).map((it) => it.decode()));
  });
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const next = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const isSame = next.equals(last);
      last = next;
      return isSame;
    })
    .toBe(true);
  return last;
}

const toPoints = async (pixels: Buffer): Promise<Buffer> => {
  const { width, height } = await sharp(pixels).metadata();
  const size = [width, height].map((length) => Math.round(length / pixelsPerPoint));
  return sharp(pixels)
    .resize(size[0], size[1], { fit: 'fill', kernel: 'linear' })
    .removeAlpha()
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
};

/** Compares the window with its reference; returns the problem, or null. */
export async function pictureProblem(page: Page, name: string): Promise<string | null> {
  const pixels = await settledPixels(page);
  const actual = await toPoints(pixels);
  if (inject('updatesPictures')) {
    mkdirSync(referenceFolder, { recursive: true });
    writeFileSync(referenceFile(name), actual);
    return null;
  }
  if (!existsSync(referenceFile(name))) return `${name} has no reference: npm run pictures -- --update`;
  const reference = readFileSync(referenceFile(name));
  const problem = await differenceOf(actual, reference);
  if (problem === null) return null;
  mkdirSync(outFolder, { recursive: true });
  const file = join(outFolder, name);
  writeFileSync(`${file}.png`, pixels);
  writeFileSync(`${file}.points.webp`, actual);
  writeFileSync(`${file}.reference.webp`, reference);
  return `${name}: ${problem}; see ${file}.png`;
}

/** How two pictures differ; null if the difference is within the tolerance. */
export async function differenceOf(actual: Buffer, reference: Buffer): Promise<string | null> {
  const [one, other] = await Promise.all(
    [actual, reference].map((picture) => sharp(picture).raw().toBuffer({ resolveWithObject: true })),
  );
  if (!one || !other) return 'no picture';
  const { width, height, channels } = one.info;
  if (width !== other.info.width || height !== other.info.height)
    return `${width} × ${height} points instead of ${other.info.width} × ${other.info.height}`;
  const differing: { x: number; y: number }[] = [];
  for (let point = 0; point < width * height; point += 1) {
    const isOff = Array.from({ length: channels }, (_, channel) => point * channels + channel).some(
      (at) => Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > colorTolerance,
    );
    if (isOff) differing.push({ x: point % width, y: Math.floor(point / width) });
  }
  if (differing.length <= width * height * shareTolerance) return null;
  const range = (values: readonly number[]) =>
    [Math.min(...values), Math.max(...values) + 1].map((at) => at * pixelsPerPoint).join('–');
  const share = ((100 * differing.length) / (width * height)).toFixed(2);
  return `${share} % of it differs (x ${range(differing.map(({ x }) => x))}, y ${range(differing.map(({ y }) => y))})`;
}
