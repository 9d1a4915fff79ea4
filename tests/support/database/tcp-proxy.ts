import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a database that can stop forwarding while its connections stand, as a lost route does. */
export type TcpProxy = {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Forwards nothing from now on: on the connections that are open, or on new ones too, or on those that listen alone. */
  silence(which: 'open' | 'all' | 'listening'): void;
  /**
   * Sends each open connection a message that means nothing, now and then: none is silent for long, though none is
   * answered. Until `resume`.
   */
  drip(): void;
  /** Forwards again, first of all what was held back. */
  resume(): void;
  close(): Promise<void>;
};

/** The message `ParameterStatus` of PostgreSQL's protocol, which a server may send at any time. */
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
