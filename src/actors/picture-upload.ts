import * as v from 'valibot';
import { calls } from '#contract/calls.ts';
import { FailureError } from '#contract/failures.ts';
import type { Image } from '#contract/models.ts';
import { pictureLimits, type PictureModel } from '#contract/pictures.ts';
import type { PreparedPicture } from '#machines/upload.ts';
import { parseAnswer, type HttpClient } from './http-client.ts';

/** Compressing pictures on the device, and sending them. */

// Tried in order until the result fits; the smallest is sent in any case.
const longSides = [pictureLimits.large, 1200, 900, 640];
const qualities = [0.82, 0.7, 0.58, 0.46, 0.34];

/** Resolves with null if this browser cannot decode the file, such as HEIC outside of Safari. */
const decode = (file: File): Promise<ImageBitmap | null> => createImageBitmap(file).catch(() => null);

function drawScaled(bitmap: ImageBitmap, longSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new FailureError({ kind: 'unreadable' });
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/** Fills transparent parts with white; JPEG would make them black. */
function fillWhite(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
}

async function compress(bitmap: ImageBitmap): Promise<Blob | null> {
  let lightest: Blob | null = null;
  for (const side of longSides) {
    const canvas = drawScaled(bitmap, side);
    let type = 'image/webp';
    for (const quality of qualities) {
      let packed = await encode(canvas, type, quality);
      // A browser that cannot encode WebP returns a PNG of any size.
      if (packed && packed.type !== type) {
        type = 'image/jpeg';
        fillWhite(canvas);
        packed = await encode(canvas, type, quality);
      }
      lightest = packed ?? lightest;
      if (packed && packed.size <= pictureLimits.sentBytes) return packed;
    }
  }
  return lightest;
}

/**
 * The picture to send: at most 1600 pixels on the long side, and about 400 KB. A file within these limits is sent unchanged,
 * and so is one that this browser cannot decode, unless it exceeds the server's limit.
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const bitmap = await decode(file);
  if (!bitmap) return file.size > pictureLimits.bytes ? { refusal: 'too_big' } : { picture: file };
  const fits = Math.max(bitmap.width, bitmap.height) <= pictureLimits.large;
  const picture = fits && file.size <= pictureLimits.sentBytes ? file : await compress(bitmap);
  bitmap.close();
  return picture ? { picture } : { refusal: 'not_a_picture' };
}

export type PictureUpload = {
  readonly model: PictureModel;
  readonly id: number | undefined;
  readonly picture: Blob;
  readonly signal: AbortSignal;
  /** `share`: the sent part, from 0 to 1. */
  readonly progress: (share: number) => void;
};

/**
 * Sends one picture. Resolves with the stored image or rejects with a `FailureError`. Uses XMLHttpRequest, since `fetch`
 * reports no upload progress.
 */
export function sendPicture(
  { origin, version, token, refusal }: HttpClient,
  { model, id, picture, signal, progress }: PictureUpload,
): Promise<Image> {
  return new Promise((resolve, reject) => {
    const sentToken = token();
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ model, ...(id !== undefined && { id: String(id) }), ver: version });
    request.open(calls.uploadImage.method, `${origin}/api/${calls.uploadImage.path}?${query}`);
    if (sentToken) request.setRequestHeader('Authorization', `Token ${sentToken}`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new FailureError({ kind: 'offline' })));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const body = parseAnswer(responseText);
      const image = v.safeParse(calls.uploadImage.answer, body);
      if (status >= 400) reject(refusal(sentToken, status, body, request.getResponseHeader('Retry-After')));
      else if (image.success) resolve(image.output);
      else reject(new FailureError({ kind: 'unreadable' }));
    });
    // An aborted upload never settles: its caller is gone.
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', picture, 'picture');
    request.send(form);
    progress(0);
  });
}
