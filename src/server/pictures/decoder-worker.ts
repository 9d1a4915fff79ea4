import sharp, { type Metadata } from 'sharp';
import { pictureLimits } from '#contract/pictures.ts';

/** Re-encodes an upload as two WebP pictures, without metadata. */

export type ProcessedPicture = { large: Uint8Array; small: Uint8Array; width: number; height: number };
/** Why an upload is refused: not a supported picture, or too many pixels. */
export type PictureRefusal = 'unsupported_media' | 'too_large';

/** Formats by file signature, each with its only allowed decoder; names and MIME types are not trusted. */
const formats = [
  { format: 'jpeg', decoder: 'VipsForeignLoadJpegBuffer', signature: 'ffd8ff' },
  { format: 'png', decoder: 'VipsForeignLoadPngBuffer', signature: '89504e470d0a1a0a' },
  { format: 'gif', decoder: 'VipsForeignLoadNsgifBuffer', signature: '4749463837|4749463839' },
  { format: 'webp', decoder: 'VipsForeignLoadWebpBuffer', signature: '52494646.{8}57454250' },
  // AVIF. A camera's HEIC has the same signature but no decoder here: opening it fails.
  { format: 'heif', decoder: 'VipsForeignLoadHeifBuffer', signature: '.{8}66747970' },
] as const;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: formats.map(({ decoder }) => decoder) });
// No cache: each upload is decoded once.
sharp.cache(false);
sharp.concurrency(1);

const timeoutSeconds = 10;
const fitInside = { fit: 'inside', withoutEnlargement: true } as const;
// Memory limit in bytes.
const memoryLimit = 80 * 1024 * 1024;

/** Measured memory per pixel: low for formats decoded row by row, high for those decoded whole. */
function bytesPerPixel({ format, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  const deep = depth !== 'uchar';
  if (format === 'heif') return deep ? 28 : 20;
  if (format === 'gif') return 7;
  if (!isProgressive) return deep ? 5 : 2.5;
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? 4 : 7;
  return channels * (deep ? 2 : 1) * 1.35;
}

async function processBytes(bytes: Uint8Array): Promise<ProcessedPicture | PictureRefusal> {
  const signature = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const format = formats.find(({ signature: pattern }) => new RegExp(`^(${pattern})`).test(signature));
  if (!format) return 'unsupported_media';
  const open = (limitInputPixels: number | false) =>
    sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true, pages: 1 }).timeout({
      seconds: timeoutSeconds,
    });
  // The header alone gives the claimed format and the unpacked size.
  const metadata = await open(false).metadata();
  if (metadata.format !== format.format) return 'unsupported_media';
  const area = metadata.width * metadata.height;
  if (area > pictureLimits.pixels || area * bytesPerPixel(metadata) > memoryLimit) return 'too_large';
  const large = await open(pictureLimits.pixels)
    .autoOrient()
    .resize(pictureLimits.large, pictureLimits.large, fitInside)
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  const small = await sharp(large.data)
    .resize(pictureLimits.small, pictureLimits.small, fitInside)
    .webp({ quality: 76 })
    .toBuffer();
  return { large: large.data, small, width: large.info.width, height: large.info.height };
}

// An error while decoding: truncated, malformed, or crafted to exhaust the decoder.
process.on('message', (bytes: Uint8Array) => {
  process.send?.('received');
  void processBytes(bytes)
    .catch((): PictureRefusal => 'unsupported_media')
    .then((made) => process.send?.(made));
});

// From now on it takes pictures.
process.send?.('started');
