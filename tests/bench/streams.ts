import { Agent, request, type ClientRequest } from 'node:http';
import { path } from './calls.ts';
import { percentile99, type Figure } from './figures.ts';
import type { Program } from './programs.ts';
import type { World } from './world.ts';

/** Live streams of one process: how soon an event reaches all of them, and what each costs. */

const eventsPerRun = 5;
/** The number of streams that are opened at once. */
const batch = 100;

const headersOf = (token: string | undefined) => ({
  'Content-Type': 'application/json',
  Authorization: `Token ${token}`,
});

/** Opens a stream; `heard` is called when an event arrives. */
function openStream(
  server: Program,
  token: string | undefined,
  agent: Agent,
  heard: () => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(server.url + path('events/'), { agent, headers: headersOf(token) }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`events/ answers ${response.statusCode}`));
        return;
      }
      response.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (text.includes(': hello')) resolve(stream);
        if (text.includes('data: ')) heard();
      });
      response.on('error', () => {});
    });
    stream.on('error', reject);
    stream.end();
  });
}

export async function measureStreams(
  server: Program,
  { tokens, game }: World,
  count: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const streams: ClientRequest[] = [];
  let delays: number[] = [];
  let sentAt = 0;
  let allHeard = () => {};
  const heard = () => {
    delays.push(performance.now() - sentAt);
    if (delays.length === count) allHeard();
  };
  try {
    const before = server.memory();
    while (streams.length < count) {
      const next = Array.from({ length: Math.min(batch, count - streams.length) }, (_, at) =>
        openStream(server, tokens[(streams.length + at) % tokens.length], agent, heard),
      );
      streams.push(...(await Promise.all(next)));
    }
    const bytes = (server.memory() - before) / count;
    const slowest: number[] = [];
    for (let event = 0; event < eventsPerRun; event += 1) {
      delays = [];
      const all = new Promise<void>((resolve) => (allHeard = resolve));
      sentAt = performance.now();
      const response = await fetch(server.url + path('postcomment/'), {
        method: 'POST',
        headers: headersOf(tokens[0]),
        body: JSON.stringify({ comment_post: game, description: `אירוע ${event}` }),
      });
      if (!response.ok) throw new Error(`postcomment/ answers ${response.status}`);
      await all;
      slowest.push(percentile99(delays));
    }
    const name = `an event on ${count.toLocaleString('en')} streams: 99 % within`;
    report({ name, value: Math.max(...slowest), unit: 'ms', bound: { of: 'value', atMost: 500 } });
    report({
      name: 'memory of a stream',
      value: bytes / 1024,
      unit: 'KB',
      bound: { of: 'value', atMost: 32 },
    });
  } finally {
    for (const stream of streams) stream.on('error', () => {}).destroy();
    agent.destroy();
  }
}
