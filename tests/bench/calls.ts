import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { version } from '#server/http/version.ts';
import { aptInstall, onPath } from '#tests/support/database/install.ts';
import { postgresBinaries } from '#tests/support/database/postgres-binaries.ts';
import { median, type Figure } from './figures.ts';
import { startBareServer, type Program } from './programs.ts';
import type { World } from './world.ts';

/** The throughput of the app's calls by 16 callers, beside a bare server and minimal SQL. */

const callers = 16;
const rounds = 3;
const run = promisify(execFile);

/** One call of the app, as any of the members makes it. */
type Call = {
  readonly name: string;
  readonly path: string;
  /** Whether it posts a bet; otherwise it is a GET. */
  readonly bet?: boolean;
  /** The minimum share of the bare server's rate, and the maximum of the 99th percentile in milliseconds. */
  readonly leastOfBare: number;
  readonly mostP99: number;
  /** The minimal SQL of the call. */
  readonly bareSql: (world: World) => string;
};

export const path = (call: string): string => `/api/${call}${call.includes('?') ? '&' : '?'}ver=${version}`;

const calls = ({ league, game }: World): readonly Call[] => [
  {
    name: 'a feed page of 10 games with 4 matches',
    path: path('post/?as_of=now&page=1&limit=10'),
    leastOfBare: 0.5,
    mostP99: 30,
    bareSql: () => `
      select json_agg(p) from (select * from posts where league_id = ${league} and active order by pinned desc, id desc limit 10) p
      union all select json_agg(i) from items i where i.post_id in (
        select id from posts where league_id = ${league} and active order by pinned desc, id desc limit 10);`,
  },
  {
    name: 'the standings',
    path: path(`standings/?section=${league}&limit=10`),
    leastOfBare: 0.1,
    mostP99: 60,
    bareSql: () => `
      select member_id, sum(points) from ledger where league_id = ${league} group by member_id order by 2 desc limit 10;`,
  },
  {
    name: 'a page of the chat',
    path: path(`postcomment/?comment_post=${game}&limit=20`),
    leastOfBare: 0.1,
    mostP99: 30,
    bareSql: () => `select * from comments where post_id = ${game} and active order by id desc limit 20;`,
  },
  {
    name: 'a bet',
    path: path('bet/'),
    bet: true,
    leastOfBare: 0.1,
    mostP99: 20,
    bareSql: ({ openOptions }) => `
      \\set option random(0, ${openOptions.length - 1})
      \\set member random(1, 50)
      insert into bets (item_id, item_option_id, member_id, value)
      select item_id, id, :member, 1 from item_options where id = ${openOptions[0] ?? 0} + :option
      on conflict (item_option_id, member_id) do update set value = excluded.value, updated = now();`,
  },
];

/** A script of wrk in which members take turns, each with their own token. */
function scriptOf(call: Call, { tokens, openOptions }: World): string {
  const list = (values: readonly (string | number)[]) =>
    `{${values.map((it) => JSON.stringify(it)).join(',')}}`;
  return `
local tokens, options, n = ${list(tokens)}, ${list(openOptions)}, 0
request = function()
  n = n + 1
  local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Token " .. tokens[n % #tokens + 1] }
  ${
    call.bet
      ? `local body = string.format('{"itemOption":%d,"value":%d}', options[math.floor(n / #tokens) % #options + 1], n % 10)
  return wrk.format("POST", "${call.path}", headers, body)`
      : `return wrk.format("GET", "${call.path}", headers)`
  }
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"calls":%d,"seconds":%f,"p99":%f,"failed":%d}\\n', summary.requests, summary.duration / 1e6,
    latency:percentile(99) / 1e3, errors.status + errors.read + errors.write + errors.connect + errors.timeout))
end`;
}

async function wrkProgram(): Promise<string> {
  const found = onPath('wrk') ?? ((await aptInstall('wrk')) ? onPath('wrk') : null);
  if (found === null) throw new Error('The benchmark needs wrk: install it (Debian: apt-get install wrk).');
  return found;
}

type Load = { readonly perSecond: number; readonly p99: number };

async function loadOf(wrk: string, script: string, url: string, seconds: number): Promise<Load> {
  const { stdout } = await run(wrk, [
    '-t1',
    `-c${callers}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    script,
    url,
  ]);
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  const told = JSON.parse(line ?? '{}') as { calls: number; seconds: number; p99: number; failed: number };
  if (told.failed > 0) throw new Error(`${told.failed} of ${told.calls} calls failed`);
  return { perSecond: told.calls / told.seconds, p99: told.p99 };
}

/** The pgbench beside the postgres binary, else the one on the path. */
async function pgbenchProgram(): Promise<string> {
  const beside = join(dirname(realpathSync(join(await postgresBinaries(), 'postgres'))), 'pgbench');
  const found = existsSync(beside) ? beside : onPath('pgbench');
  if (found === null) throw new Error('The benchmark needs pgbench, which comes with PostgreSQL.');
  return found;
}

/** Transactions a second of the statement by this many clients. */
async function bareSqlRate(url: string, statement: string, folder: string, seconds: number): Promise<number> {
  const file = join(folder, 'bare.sql');
  writeFileSync(file, statement);
  const args = ['-n', '-M', 'prepared', '-c', String(callers), '-T', String(seconds), '-f', file, url];
  const { stdout } = await run(await pgbenchProgram(), args);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
}

async function answerOf(server: Program, call: Call, { tokens, openOptions }: World): Promise<string> {
  const response = await fetch(server.url + call.path, {
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${tokens[0]}` },
    ...(call.bet && { method: 'POST', body: JSON.stringify({ itemOption: openOptions[0], value: 1 }) }),
  });
  if (!response.ok) throw new Error(`${call.path} answers ${response.status}: ${await response.text()}`);
  return response.text();
}

/** `database`: the PostgreSQL that the server uses; null for the embedded one. */
export async function measureCalls(
  server: Program,
  world: World,
  database: string | null,
  seconds: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const wrk = await wrkProgram();
  const folder = mkdtempSync(join(tmpdir(), 'hevre-bench-'));
  try {
    for (const call of calls(world)) {
      const script = join(folder, 'calls.lua');
      writeFileSync(script, scriptOf(call, world));
      const bare = await startBareServer(await answerOf(server, call, world));
      try {
        const [here, there, sqlRates]: [Load[], Load[], number[]] = [[], [], []];
        for (let round = 0; round < rounds; round += 1) {
          // Not measured: after a pause the server opens its connections anew, and its first seconds are not yet compiled.
          await loadOf(wrk, script, server.url, seconds);
          here.push(await loadOf(wrk, script, server.url, seconds));
          there.push(await loadOf(wrk, script, bare.url, seconds));
          if (database !== null)
            sqlRates.push(await bareSqlRate(database, call.bareSql(world), folder, seconds));
        }
        const value = median(here.map(({ perSecond }) => perSecond));
        report({
          name: call.name,
          value,
          unit: 'a second',
          reference: {
            name: 'node:http with the same bytes',
            value: median(there.map(({ perSecond }) => perSecond)),
          },
          ...(database !== null && { bound: { of: 'ratio', atLeast: call.leastOfBare } }),
        });
        if (database !== null)
          report({
            name: `${call.name}, beside SQL`,
            value,
            unit: 'a second',
            reference: { name: 'the barest statement, by pgbench', value: median(sqlRates) },
          });
        report({
          name: `${call.name}: 99 % within`,
          value: median(here.map(({ p99 }) => p99)),
          unit: 'ms',
          ...(database !== null && { bound: { of: 'value', atMost: call.mostP99 } }),
        });
      } finally {
        await bare.stop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
