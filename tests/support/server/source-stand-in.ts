import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to one request: a document, or a fault. */
export type StandInAnswer =
  | { readonly document: unknown; readonly headers?: Record<string, string> }
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** The document is cut off in the middle. */
  | { readonly half: unknown };

export type SourceStandIn = {
  readonly url: string;
  readonly requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Returns the answer to a request; can be replaced. */
  answer: (path: string, headers: IncomingHttpHeaders) => StandInAnswer;
  close(): Promise<void>;
};

function send(response: ServerResponse, answer: StandInAnswer): void {
  if ('status' in answer) return void response.writeHead(answer.status, answer.headers).end();
  const text = JSON.stringify('half' in answer ? answer.half : answer.document);
  const headers = { 'Content-Type': 'application/json', ...('headers' in answer ? answer.headers : {}) };
  response.writeHead(200, headers).end('half' in answer ? text.slice(0, text.length / 2) : text);
}

/** Starts a source on loopback. */
export async function startSourceStandIn(): Promise<SourceStandIn> {
  const requests: SourceStandIn['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    send(response, standIn.answer(request.url ?? '', request.headers));
  });
  const standIn: SourceStandIn = {
    url: '',
    requests,
    answer: () => ({ status: 404 }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

type Goals = readonly [home: number, away: number];
/** A match in the format of football-data.org. */
export const footballDataMatch = (
  id: number,
  [home, away]: readonly [string, string],
  {
    status = 'TIMED',
    date = null,
    score = null,
    updated = '2027-01-01T00:00:00Z',
    matchday = 1,
    stage = 'REGULAR_SEASON',
    after = {},
  }: {
    status?: string;
    date?: string | null;
    score?: Goals | null;
    updated?: string;
    matchday?: number | null;
    stage?: string;
    after?: { duration?: string; regularTime?: object; extraTime?: object; penalties?: object };
  } = {},
) => ({
  id,
  utcDate: date,
  status,
  matchday,
  stage,
  group: null,
  lastUpdated: updated,
  homeTeam: { id: idOfTeam(home), name: home, shortName: home, tla: home.slice(0, 3).toUpperCase() },
  awayTeam: { id: idOfTeam(away), name: away, shortName: away, tla: away.slice(0, 3).toUpperCase() },
  score: {
    winner: null,
    duration: 'REGULAR',
    fullTime: { home: score?.[0] ?? null, away: score?.[1] ?? null },
    halfTime: { home: null, away: null },
    ...after,
  },
});

const teams: string[] = [];
function idOfTeam(name: string): number {
  if (!teams.includes(name)) teams.push(name);
  return 700 + teams.indexOf(name);
}

/** The answer of `competitions/PL/matches`. */
export const footballDataDocument = (...matches: readonly object[]) => ({
  filters: { season: '2026' },
  resultSet: { count: matches.length },
  competition: { id: 2021, name: 'Premier League', code: 'PL', type: 'LEAGUE' },
  matches,
});
