import sharp from 'sharp';
import { expect, test } from 'vitest';
import { differenceOf } from '#tests/support/browser/pictures.ts';

/** A picture of 90 × 185 points in one colour, with a square of another in it. */
async function picture(square: { side: number; color: string }, offset = 40, width = 90): Promise<Buffer> {
  const { side, color: background } = square;
  const input = await sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height: 185, channels: 3, background: '#fffcf7' } })
    .composite([{ input, left: offset, top: 100 }])
    .webp({ lossless: true })
    .toBuffer();
}
const [ink, nearlyInk, paper] = ['#14252a', '#2a2a30', '#eae1d2'];

test('a picture with nearly the same colours, or with one or two other points, does not differ', async () => {
  const reference = await picture({ side: 5, color: ink });
  expect(await differenceOf(reference, reference)).toBe(null);
  expect(await differenceOf(await picture({ side: 5, color: nearlyInk }), reference)).toBe(null);
  expect(
    await differenceOf(await picture({ side: 4, color: ink }), await picture({ side: 3, color: ink })),
  ).toBe(null);
});

test('a picture differs if something moved, changed its colour or its size, and the report says where', async () => {
  const reference = await picture({ side: 5, color: ink });
  expect(await differenceOf(await picture({ side: 5, color: ink }, 44), reference)).toBe(
    '0.24 % of it differs (x 160–196, y 400–420)',
  );
  expect(await differenceOf(await picture({ side: 5, color: paper }), reference)).toBe(
    '0.15 % of it differs (x 160–180, y 400–420)',
  );
  expect(await differenceOf(await picture({ side: 5, color: ink }, 40, 320), reference)).toBe(
    '320 × 185 points instead of 90 × 185',
  );
});
