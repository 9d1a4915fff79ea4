import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHttpClient } from '#actors/http-client.ts';
import { preparePicture, sendPicture } from '#actors/picture-upload.ts';
import { FailureError } from '#contract/failures.ts';
import { pictureLimits } from '#contract/pictures.ts';

const picture = new Blob(['a photo']);
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };

/** The browser's request, answered by the test. */
class RequestStub extends EventTarget {
  static last: RequestStub;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened = '';
  body: FormData | null = null;
  aborted = false;
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  open(method: string, url: string) {
    RequestStub.last = this;
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return name === 'Retry-After' ? this.retryAfter : null;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, body: unknown, retryAfter: string | null = null) {
    Object.assign(this, { status, retryAfter });
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

function sends({ id, token = 'dana-1' }: { id?: number; token?: string | null } = {}) {
  vi.stubGlobal('XMLHttpRequest', RequestStub);
  const expired: string[] = [];
  const shares: number[] = [];
  const controller = new AbortController();
  const client = createHttpClient({
    origin: 'http://server',
    version: '3',
    token: () => token,
    onExpired: (refused) => expired.push(refused),
    onServerTime: () => undefined,
  });
  const sent = sendPicture(client, {
    model: 'member',
    id,
    picture,
    signal: controller.signal,
    progress: (share) => shares.push(share),
  });
  return { sent, expired, shares, request: RequestStub.last, leave: () => controller.abort() };
}
const problem = (status: number, code: string) => ({
  type: 'about:blank',
  title: '',
  status,
  code,
  detail: '',
});

afterEach(() => vi.unstubAllGlobals());

describe('a picture that is sent', () => {
  test('is sent with the token, reports its progress and resolves with the image', async () => {
    const { sent, shares, request } = sends({ id: 4 });
    for (const [loaded, total] of [
      [1, 4],
      [4, 4],
      [0, 0],
    ])
      request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    request.answer(201, image);
    await expect(sent).resolves.toEqual(image);
    expect(request.opened).toBe('POST http://server/api/image/?model=member&id=4&ver=3');
    expect(request.headers).toEqual({ Authorization: 'Token dana-1' });
    await expect((request.body?.get('file') as File | undefined)?.text()).resolves.toBe('a photo');
    expect(shares).toEqual([0, 0.25, 1, 0]);
  });

  test('is sent without an id and a token where there are none', () => {
    const { request } = sends({ token: null });
    expect([request.opened, request.headers]).toEqual([
      'POST http://server/api/image/?model=member&ver=3',
      {},
    ]);
  });

  test('with a token that the server refuses reports that, and rejects', async () => {
    const { sent, expired, request } = sends();
    request.answer(401, problem(401, 'unauthenticated'));
    await expect(sent).rejects.toEqual(new FailureError({ kind: 'unauthenticated', detail: '' }));
    expect(expired).toEqual(['dana-1']);
  });

  test.each([
    [413, problem(413, 'too_large'), null, { kind: 'too_large', detail: '' }],
    [400, problem(400, 'validation'), null, { kind: 'validation', detail: '' }],
    [429, problem(429, 'too_many'), '60', { kind: 'too_many', detail: '', retryAfter: 60 }],
    [413, '<h1>too large</h1>', null, { kind: 'unreadable' }],
    [502, '<h1>bad gateway</h1>', null, { kind: 'unavailable' }],
    [200, { id: 'nine' }, null, { kind: 'unreadable' }],
    [200, 'no JSON', null, { kind: 'unreadable' }],
  ] as const)('rejects an answer of %d %j', async (status, body, retryAfter, failure) => {
    const { sent, expired, request } = sends();
    request.answer(status, body, retryAfter);
    await expect(sent).rejects.toEqual(new FailureError(failure));
    expect(expired).toEqual([]);
  });

  test('rejects as offline when the connection is lost', async () => {
    const { sent, request } = sends();
    request.dispatchEvent(new Event('error'));
    await expect(sent).rejects.toEqual(new FailureError({ kind: 'offline' }));
  });

  test('is aborted with its signal, and neither resolves nor rejects', async () => {
    const { sent, request, leave } = sends();
    leave();
    expect(request.aborted).toBe(true);
    const settled = vi.fn<(outcome: unknown) => void>();
    sent.then(settled, settled);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('a prepared picture', () => {
  const fileOf = (size: number) => new File([new Uint8Array(size)], 'me.heic');
  /** The picture that a file is sent as. */
  async function sentAs(file: File): Promise<Blob | undefined> {
    const prepared = await preparePicture(file);
    return 'picture' in prepared ? prepared.picture : undefined;
  }

  test('that the browser cannot open is sent unchanged, or refused if it is too big', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('HEIC')));
    const small = fileOf(pictureLimits.bytes);
    expect(await sentAs(small)).toBe(small);
    expect(await preparePicture(fileOf(pictureLimits.bytes + 1))).toEqual({ refusal: 'too_big' });
  });

  test('that is light is sent unchanged', async () => {
    const close = vi.fn<() => void>();
    const size = { width: pictureLimits.large, height: 900 };
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...size, close }));
    const light = fileOf(pictureLimits.sentBytes);
    expect(await sentAs(light)).toBe(light);
    expect(close).toHaveBeenCalledOnce();
  });

  test.each([
    ['wide', [3200, 1800], [1600, 900]],
    ['a line', [9000, 2], [1600, 1]],
    ['a pole', [2, 9000], [1, 1600]],
    ['small and heavy', [800, 600], [800, 600]],
  ])('that is %s is drawn within the longest side, and at least one pixel thick', async (_, size, drawn) => {
    const [width, height] = size;
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close() {} }));
    const packed = new Blob(['packed'], { type: 'image/webp' });
    const canvas = {
      width: 0,
      height: 0,
      getContext: () => ({ drawImage() {} }),
      toBlob: (done: (blob: Blob) => void) => done(packed),
    };
    vi.stubGlobal('document', { createElement: () => canvas });
    expect(await sentAs(fileOf(pictureLimits.sentBytes + 1))).toBe(packed);
    expect([canvas.width, canvas.height]).toEqual(drawn);
  });

  /** A browser whose canvas encodes by `pack`; returns the long side, type and quality of each request. */
  function drawsBy(pack: (type: string, longSide: number, quality: number) => Blob | null) {
    const packed: unknown[][] = [];
    const drawn: unknown[][] = [];
    const filled: unknown[] = [];
    const bitmap = { width: 4000, height: 1000, close() {} };
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap));
    const createElement = () => {
      const canvas = {
        width: 0,
        height: 0,
        getContext: () => ({
          globalCompositeOperation: 'source-over',
          fillStyle: '#000',
          imageSmoothingQuality: 'low',
          drawImage(source: unknown, ...area: number[]) {
            drawn.push([this.imageSmoothingQuality, source === bitmap, ...area]);
          },
          fillRect(...area: number[]) {
            filled.push([this.globalCompositeOperation, this.fillStyle, ...area]);
          },
        }),
        toBlob(done: (blob: Blob | null) => void, type: string, quality: number) {
          packed.push([canvas.width, type, quality]);
          done(pack(type, canvas.width, quality));
        },
      };
      return canvas;
    };
    vi.stubGlobal('document', { createElement });
    return { packed, drawn, filled };
  }
  const blobOf = (size: number, type = 'image/webp') => new Blob([new Uint8Array(size)], { type });
  const heavy = pictureLimits.sentBytes + 1;

  test('that stays heavy is sent as its smallest version, after all sides and qualities', async () => {
    const lightest = blobOf(heavy);
    const { packed } = drawsBy((_, side, quality) =>
      side === 640 && quality === 0.34 ? lightest : blobOf(heavy + 1),
    );
    expect(await sentAs(fileOf(heavy))).toBe(lightest);
    expect(packed).toEqual(
      [1600, 1200, 900, 640].flatMap((side) =>
        [0.82, 0.7, 0.58, 0.46, 0.34].map((quality) => [side, 'image/webp', quality]),
      ),
    );
  });

  test('that is light but large is scaled down, as smoothly as the browser can', async () => {
    const smaller = blobOf(7);
    const { packed, drawn } = drawsBy(() => smaller);
    expect(await sentAs(fileOf(7))).toBe(smaller);
    expect(drawn).toEqual([['high', true, 0, 0, 1600, 400]]);
    expect(packed).toEqual([[1600, 'image/webp', 0.82]]);
  });

  test('is a JPEG on white where the browser writes no WebP', async () => {
    const { packed, filled } = drawsBy((type, side, quality) =>
      type === 'image/webp'
        ? blobOf(1, 'image/png')
        : blobOf(side === 1600 && quality === 0.7 ? pictureLimits.sentBytes : heavy, type),
    );
    const { type, size } = (await sentAs(fileOf(heavy))) ?? new Blob();
    expect([type, size]).toEqual(['image/jpeg', pictureLimits.sentBytes]);
    expect(packed).toEqual([
      [1600, 'image/webp', 0.82],
      [1600, 'image/jpeg', 0.82],
      [1600, 'image/jpeg', 0.7],
    ]);
    // White is filled below the picture.
    expect(filled).toEqual([['destination-over', '#fff', 0, 0, 1600, 400]]);
  });

  test('that the browser cannot encode is refused', async () => {
    drawsBy(() => null);
    expect(await preparePicture(fileOf(heavy))).toEqual({ refusal: 'not_a_picture' });
  });
});
