import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can stop forwarding while connections stay open, like a lost route. */
export type TcpProxy = {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Stops forwarding: on open connections, on all including new ones, or only on listening ones. */
  silence(which: 'open' | 'all' | 'listening'): void;
  /**
   * Sends each open connection a meaningless message from time to time until `resume`, so that none is silent, though no
   * statement is answered.
   */
  drip(): void;
  /** Forwards what was held back, and everything from then on. */
  resume(): void;
  close(): Promise<void>;
};

/** A `ParameterStatus` message of PostgreSQL's protocol, which a server may send at any time. */
const parameterStatus = Buffer.from('S\0\0\0\x0aname\0\0', 'latin1');

export async function startProxy(target: string): Promise<TcpProxy> {
  const through = new URL(target);
  const { hostname, port } = through;
  const sockets = new Set<Socket>();
  const listening = new Set<Socket>();
  const clients = new Set<Socket>();
  let dripping: NodeJS.Timeout | undefined;
  let isSilent = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (bytes.includes('listen ')) listening.add(from).add(to);
      to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      listening.delete(from);
      to.end();
    });
    if (isSilent) from.pause();
  };
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    forward(client, database);
    forward(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    silence(which) {
      isSilent = which === 'all';
      for (const socket of which === 'listening' ? listening : sockets) socket.pause();
    },
    drip() {
      dripping = setInterval(() => clients.forEach((client) => client.write(parameterStatus)), 1_000);
    },
    resume() {
      clearInterval(dripping);
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      clearInterval(dripping);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
