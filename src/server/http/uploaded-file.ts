import { declaredSize } from './body.ts';
import { problem } from './problems.ts';

/** Reads the single file of a multipart form under size and time limits. */

export type UploadLimits = {
  /** The most bytes a file may have. */
  readonly most: number;
  /** Idle and total timeout in milliseconds. */
  readonly silence: number;
  readonly whole: number;
};

// Multipart overhead in bytes.
const formOverhead = 16 * 1024;
const initialBufferSize = 256 * 1024;

/** `timedOut` rejects when a body is idle, or on its way, for too long. */
function startTimeouts({ silence, whole }: UploadLimits) {
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(problem.unavailable());
  });
  late.catch(() => {});
  const all = setTimeout(giveUp, whole);
  let quiet = setTimeout(giveUp, silence);
  return {
    late,
    heard: () => {
      clearTimeout(quiet);
      quiet = setTimeout(giveUp, silence);
    },
    stop: () => {
      clearTimeout(all);
      clearTimeout(quiet);
    },
  };
}

/** Reads the body, and stops reading once it is too long, whatever it declared. */
async function readBytes({ body, headers }: Request, pace: UploadLimits): Promise<Buffer> {
  const most = pace.most + formOverhead;
  const declared = declaredSize(headers);
  if (declared > most) throw problem.tooLarge();
  if (!body) throw problem.field('file', 'required');
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const { late, heard, stop } = startTimeouts(pace);
  // allocUnsafeSlow does not touch pages: a declared size costs no memory until bytes arrive.
  let bytes = Buffer.allocUnsafeSlow(declared > 0 ? declared : initialBufferSize);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return bytes.subarray(0, size);
      heard();
      if (size + value.length > most) throw problem.tooLarge();
      if (size + value.length > bytes.length) {
        const room = Buffer.allocUnsafeSlow(Math.min(most, 2 * (size + value.length)));
        bytes.copy(room, 0, 0, size);
        bytes = room;
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

/** The content of the form's single part; another field, a second part or a truncated form is refused. */
export function extractFile(form: Buffer, contentType: string): Buffer {
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

/** The file that a request carries. */
export async function readUploadedFile(request: Request, pace: UploadLimits): Promise<Buffer> {
  const form = await readBytes(request, pace).catch((error: unknown) => {
    // The client disconnected; the response is never seen.
    if (request.signal.aborted) throw problem.field('file', 'invalid');
    throw error;
  });
  const file = extractFile(form, request.headers.get('Content-Type') ?? '');
  if (file.length > pace.most) throw problem.tooLarge();
  return file;
}
