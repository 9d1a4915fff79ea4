import { createHash } from 'node:crypto';
import { migrationFiles, type Migration } from '#server/db/migrate.ts';

/** Former migrations: those up to one whose text has changed since. */

type Change = readonly [now: string, then: string];

/** The text from one marker up to the next, the first included. */
const between = (text: string, from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));

const changes: Readonly<Record<string, (text: string) => readonly Change[]>> = {
  '0022_place_bets': (text) => [
    [between(text, 'create function notify_of', 'create type bet_change'), ''],
    [', is_transaction boolean', ''],
    ['  told integer;\n', ''],
    [
      text.slice(text.indexOf('  if cardinality(changes) = 0 then')),
      `  -- For the league where who has bet changed, or sums that are shown; else for the member's own devices.
  insert into live_events (type, league_id, member_id, post_id, item_id)
  select 'votes', league, case when is_new or item = any(moved) then null else member end, post, item
  from unnest(changes);
end $$;
`,
    ],
  ],
  '0027_tie_breaks': (text) => [[text.slice(text.indexOf('\n  check (')), ';\n']],
  '0032_seals': (text) => [
    [
      between(text, '      -- Saved again as they were', '      sealed as materialized'),
      '      -- Of the picks as they are after it, by what was changed.\n',
    ],
    [
      between(
        text,
        '\n            coalesce(\n',
        '\n          from (\n            select request, item, member',
      ),
      ' seal_random() as random',
    ],
  ],
  '0040_feeds': () => [
    [
      'new.ended_at, new.closed_at))\n  execute',
      "new.ended_at, new.closed_at)\n    or (new.status = 'void' and old.updated <> new.updated))\n  execute",
    ],
  ],
};

export const formerNames = Object.keys(changes);

/** The migrations up to this one, with its former text. */
export function formerMigrations(name: string): Migration[] {
  const files = migrationFiles();
  const at = files.findIndex((file) => file.name === name);
  return files.slice(0, at + 1).map((file) => {
    if (file.name !== name) return file;
    const text = (changes[name]?.(file.text) ?? []).reduce(
      (former, [now, then]) => former.replace(now, () => then),
      file.text,
    );
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}
