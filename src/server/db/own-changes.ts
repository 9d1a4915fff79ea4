import type { PoolClient } from 'pg';

/** The code of the notices by which triggers tell a connection what it has changed (0023_changes.sql). */
const changeCode = 'LIVE1';

/** What the connections of a pool have changed: told when it is committed, before the statement's caller goes on. */
export class OwnChanges {
  readonly #noticed = new WeakMap<PoolClient, Set<string>>();
  readonly #inTransaction = new WeakSet<PoolClient>();
  readonly #followers = new Set<(what: string) => void>();

  follow(onChange: (what: string) => void): void {
    this.#followers.add(onChange);
  }

  /** Hears the notices of a new connection. */
  watch(client: PoolClient): void {
    const noticed = new Set<string>();
    this.#noticed.set(client, noticed);
    client.on('notice', ({ code, message }) => {
      if (code === changeCode && message !== undefined) noticed.add(message);
    });
  }

  /** Runs a statement. Whether one that fails was committed is not known: what it noticed is told too. */
  async of<Result>(client: PoolClient, text: string, run: () => Promise<Result>): Promise<Result> {
    try {
      const result = await run();
      if (text.startsWith('begin')) this.#inTransaction.add(client);
      return result;
    } finally {
      if (text === 'commit' || text === 'rollback') this.#inTransaction.delete(client);
      if (!this.#inTransaction.has(client)) this.#tell(client);
    }
  }

  #tell(client: PoolClient): void {
    const noticed = this.#noticed.get(client);
    if (!noticed || noticed.size === 0) return;
    for (const what of noticed) for (const onChange of this.#followers) onChange(what);
    noticed.clear();
  }
}
