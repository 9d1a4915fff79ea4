import type { Writable } from 'node:stream';

/** Maximum bytes that wait for a slow reader; beyond it the connection is dropped. */
const maxWaitingBytes = 64 * 1024;

/**
 * A response that is written piece by piece directly to its connection: there may be thousands, and a web stream for each
 * would take as much memory again. What is written before the connection is attached waits for it.
 */
export class StreamedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly #onEnd: () => void;
  #connection: Writable | null = null;
  #waiting: Uint8Array[] = [];
  #isOver = false;

  /** `onEnd` runs once: when the response ends, or its reader has gone or is too slow. */
  constructor(headers: Readonly<Record<string, string>>, onEnd: () => void) {
    this.headers = headers;
    this.#onEnd = onEnd;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  write(part: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#connection) this.#connection.write(part);
    else this.#waiting.push(part);
    if (this.#unreadBytes() <= maxWaitingBytes) return;
    this.#waiting = [];
    this.#connection?.destroy(new Error('the reader was too slow'));
    this.#finish();
  }

  end(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#connection?.end();
  }

  /** Attaches the connection after the headers were sent; sends what waits, and all later writes. */
  attachTo(connection: Writable): void {
    this.#connection = connection;
    connection.once('close', () => this.end());
    for (const part of this.#waiting) connection.write(part);
    this.#waiting = [];
    if (this.#isOver) connection.end();
    else if (connection.destroyed) this.end();
  }

  #unreadBytes(): number {
    return this.#connection?.writableLength ?? this.#waiting.reduce((sum, { length }) => sum + length, 0);
  }

  #finish(): void {
    this.#isOver = true;
    this.#onEnd();
  }
}
