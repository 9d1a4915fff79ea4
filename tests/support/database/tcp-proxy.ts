import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a database that can stop forwarding while its connections stand, as a lost route does. */
export type TcpProxy = {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Forwards nothing from now on: on the connections that are open, or on new ones too, or on those that listen alone. */
  silence(which: 'open' | 'all' | 'listening'): void;
  /** Forwards again, first of all what was held back. */
  resume(): void;
  close(): Promise<void>;
};

export async function startProxy(target: string): Promise<TcpProxy> {
  const through = new URL(target);
  const { hostname, port } = through;
  const sockets = new Set<Socket>();
  const listening = new Set<Socket>();
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
    resume() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
