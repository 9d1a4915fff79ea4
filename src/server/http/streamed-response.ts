import type { Writable } from 'node:stream';

/** Bytes that wait for a slow reader; past it the connection is dropped. */
const maxWaitingBytes = 64 * 1024;

/**
 * A response whose body is written bit by bit, straight to its connection: thousands may be open, and a web stream each
 * would be half of what they cost. What is written before the connection is there waits for it.
 */
export class StreamedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly #onEnd: () => void;
  #connection: Writable | null = null;
  #waiting: Uint8Array[] = [];
  #isOver = false;

  /** `onEnd` runs once: when the response is ended, its reader has gone, or is too slow. */
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

  /** Sends what waits, and from now on everything, to a connection on which the headers were sent. */
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
