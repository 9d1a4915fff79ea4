import type { PoolClient } from 'pg';

/** SQLSTATE of the notices by which triggers report changes to their own connection (0023_changes.sql). */
const changeCode = 'LIVE1';

/** Changes made by a pool's connections, reported when they are committed and before the statement's caller continues. */
export class OwnChanges {
  readonly #noticed = new WeakMap<PoolClient, Set<string>>();
  readonly #inTransaction = new WeakSet<PoolClient>();
  readonly #followers = new Set<(what: string) => void>();

  follow(onChange: (what: string) => void): void {
    this.#followers.add(onChange);
  }

  /** Collects the notices of a new connection. */
  watch(client: PoolClient): void {
    const noticed = new Set<string>();
    this.#noticed.set(client, noticed);
    client.on('notice', ({ code, message }) => {
      if (code === changeCode && message !== undefined) noticed.add(message);
    });
  }

  /** Runs a statement. If it fails, its changes are reported too: it may have been committed. */
  async run<Result>(client: PoolClient, text: string, statement: () => Promise<Result>): Promise<Result> {
    try {
      const result = await statement();
      if (text.startsWith('begin')) this.#inTransaction.add(client);
      return result;
    } finally {
      if (text === 'commit' || text === 'rollback') this.#inTransaction.delete(client);
      if (!this.#inTransaction.has(client)) this.#notifyFollowers(client);
    }
  }

  #notifyFollowers(client: PoolClient): void {
    const noticed = this.#noticed.get(client);
    if (!noticed || noticed.size === 0) return;
    for (const what of noticed) for (const onChange of this.#followers) onChange(what);
    noticed.clear();
  }
}
