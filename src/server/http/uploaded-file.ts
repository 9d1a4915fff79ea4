import { declaredSize } from './body.ts';
import { problem } from './problems.ts';

/** Reads the single file of a multipart form, within limits of size and time. */

type UploadLimits = {
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number;
  /** Idle and total timeout in milliseconds. */
  readonly idleTimeout: number;
  readonly totalTimeout: number;
};

/** Told of a body's progress; may abort it. */
type UploadProgress = { readonly evicted: AbortSignal; receive(bytes: number): void };

// Multipart overhead in bytes.
const formOverhead = 16 * 1024;
const initialBufferSize = 256 * 1024;

/** `timedOut` rejects when a body pauses or takes too long, or is evicted. */
function startTimeouts({ idleTimeout, totalTimeout }: UploadLimits, evicted: AbortSignal | undefined) {
  let onTimeout = () => {};
  const timedOut = new Promise<never>((_, reject) => {
    onTimeout = () => reject(problem.unavailable());
  });
  timedOut.catch(() => {});
  const totalTimer = setTimeout(onTimeout, totalTimeout);
  let idleTimer = setTimeout(onTimeout, idleTimeout);
  evicted?.addEventListener('abort', onTimeout);
  return {
    timedOut,
    received: () => {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(onTimeout, idleTimeout);
    },
    stop: () => {
      clearTimeout(totalTimer);
      clearTimeout(idleTimer);
      evicted?.removeEventListener('abort', onTimeout);
    },
  };
}

/** Reads the body, up to the maximum whatever its declared size. */
async function readBytes(
  { body, headers }: Request,
  limits: UploadLimits,
  progress: UploadProgress | undefined,
): Promise<Buffer> {
  const maxLength = limits.maxBytes + formOverhead;
  const declared = declaredSize(headers);
  if (declared > maxLength) throw problem.tooLarge();
  if (!body) throw problem.field('file', 'required');
  const reader = body.getReader();
  const { timedOut, received, stop } = startTimeouts(limits, progress?.evicted);
  // allocUnsafeSlow does not touch pages: a declared size takes no memory until bytes arrive.
  let bytes = Buffer.allocUnsafeSlow(declared > 0 ? declared : initialBufferSize);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timedOut]);
      if (done) return bytes.subarray(0, size);
      received();
      progress?.receive(value.length);
      if (size + value.length > maxLength) throw problem.tooLarge();
      if (size + value.length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxLength, 2 * (size + value.length)));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      bytes.set(value, size);
      size += value.length;
    }
  } finally {
    stop();
  }
}

const lineEnd = '\r\n';
const blankLine = Buffer.from('\r\n\r\n');
const boundaryOf = (type: string) =>
  /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i.exec(type);

/** Whether a part's header names the field `file`. The file name is ignored. */
function isFilePart(head: string): boolean {
  const line = head.split(lineEnd).find((one) => /^content-disposition\s*:/i.test(one)) ?? '';
  return (
    /^content-disposition\s*:\s*form-data\s*(;|$)/i.test(line) &&
    /;\s*name=(?:"file"|file)\s*(;|$)/i.test(line)
  );
}

/** The content of the form's single part; throws for another field, a second part or a truncated form. */
function extractFile(form: Buffer, contentType: string): Buffer {
  const found = boundaryOf(contentType);
  if (!found) throw problem.field('file', 'invalid');
  const boundary = `--${found[1] ?? found[2]}`;
  const opening = Buffer.from(boundary + lineEnd);
  const closing = Buffer.from(`${lineEnd}${boundary}`);
  if (!form.subarray(0, opening.length).equals(opening)) throw problem.field('file', 'required');
  const head = form.indexOf(blankLine, opening.length - lineEnd.length);
  const from = head + blankLine.length;
  const end = head < 0 ? -1 : form.indexOf(closing, from);
  if (end < 0 || head > opening.length + formOverhead) throw problem.field('file', 'invalid');
  if (!isFilePart(form.toString('latin1', opening.length, head))) throw problem.field('file', 'required');
  const rest = form.toString('latin1', end + closing.length, end + closing.length + 3);
  if (!/^--(\r|$)/.test(rest)) throw problem.field('file', 'invalid');
  const file = form.subarray(from, end);
  if (file.length === 0) throw problem.field('file', 'required');
  return file;
}

/** The file in a request's body. */
export async function readUploadedFile(
  request: Request,
  limits: UploadLimits,
  progress?: UploadProgress,
): Promise<Buffer> {
  const form = await readBytes(request, limits, progress).catch((error: unknown) => {
    // The client disconnected; nobody reads the response.
    if (request.signal.aborted) throw problem.field('file', 'invalid');
    throw error;
  });
  const file = extractFile(form, request.headers.get('Content-Type') ?? '');
  if (file.length > limits.maxBytes) throw problem.tooLarge();
  return file;
}
