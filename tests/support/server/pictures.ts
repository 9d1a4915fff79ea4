import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Answer } from './api-client.ts';

/** Valid, broken and hostile pictures. */

/** A picture of one colour. */
export async function photo(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg',
): Promise<Buffer> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#876' } });
  // Encoded with the least effort.
  if (format === 'avif') return blank.avif({ effort: 0 }).toBuffer();
  if (format === 'webp') return blank.webp({ effort: 0 }).toBuffer();
  return blank.toFormat(format).toBuffer();
}

/** A picture whose left half is red and right half blue, with EXIF data of place and orientation. */
export async function photoWithExif(orientation: number): Promise<Buffer> {
  const half = { width: 30, height: 30, channels: 3 } as const;
  const blue = await sharp({ create: { ...half, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width: 60, background: '#f00' } })
    .composite([{ input: blue, left: 30, top: 0 }])
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'Dana' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 4/1 55/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The pixel format in a PNG's header. */
type PngHead = { depth: 1 | 8 | 16; colours: 'grey' | 'rgb' | 'rgba'; interlaced: boolean };

function png(
  width: number,
  height: number,
  { depth, colours, interlaced }: PngHead,
  chunks: Buffer[],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, { grey: 0, rgb: 2, rgba: 6 }[colours], 0, 0, Number(interlaced)], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small PNG that decodes to this many pixels. */
export function hugePng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min(height * (1 + Math.ceil(width / 8)), 64 * 1024 * 1024)));
  const head = { depth: 1, colours: 'grey', interlaced: false } as const;
  return png(width, height, head, [...extra, chunk('IDAT', rows)]);
}

/** A PNG with a valid header that ends after its first row. */
export const emptyPng = (width: number, height: number, head: PngHead): Buffer =>
  png(width, height, head, [chunk('IDAT', deflateSync(Buffer.alloc(1)))]);

/** A progressive JPEG with this size in its header, but few pixels. */
export async function emptyJpeg(
  width: number,
  height: number,
  chromaSubsampling: '4:2:0' | '4:4:4',
): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#876' } })
    .jpeg({ progressive: true, chromaSubsampling })
    .toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** PNG chunks of text and colour profile that decompress to this many bytes. */
export function compressedBombs(bytes: number): Buffer[] {
  const packed = deflateSync(Buffer.alloc(bytes, 65));
  const name = Buffer.from('bomb\0\0', 'latin1');
  return [chunk('iCCP', Buffer.concat([name, packed])), chunk('zTXt', Buffer.concat([name, packed]))];
}

/** A GIF with this many frames of one pixel, on a canvas of any size. */
export function framesGif(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\xff\0\0\0\0\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

const boundary = '----hevre';
export const formType = `multipart/form-data; boundary=${boundary}`;

export type Part = { field?: string; fileName?: string; type?: string; bytes: Buffer | string };

export function form(...parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ field = 'file', fileName = 'me.jpg', type = 'image/jpeg', bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

export type Uploaded = { id: number; imagefullurl: string; width: number; height: number };

/** Sends a body as a multipart form. */
export async function uploadPicture<T = Uploaded>(
  server: { url: string },
  token: string | null,
  query: Record<string, string | number>,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const target = new URL('/api/image/', server.url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'Content-Type': formType, ...(token && { Authorization: `Token ${token}` }), ...headers },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
}
