import { limits } from '#contract/limits.ts';
import type { Item, ItemOption, TimelineEntry } from '#contract/models.ts';
import { numberRule } from '#contract/scoring.ts';
import type { ItemOptionRow, ItemRow } from '#server/queries/item-rows.ts';
import type { ItemStepRow } from '#server/queries/item-steps.ts';
import { optionActionTitles } from '#server/texts/labels.heb.ts';
import { pictureUrl } from './picture.ts';

const isoOrNull = (time: string | null) => (time === null ? null : new Date(time).toISOString());

/** Menu actions of an option, for those who run the league. Clients translate `key`; `title` is a Hebrew fallback. */
function actionsOf({ may_mark, no_points }: ItemOptionRow): ItemOption['details']['actions'] {
  if (!may_mark) return [];
  const key = no_points ? 'points' : 'no_points';
  return [{ key, title: optionActionTitles[key] }];
}

/** Fields of an option that are the same for everyone who may see it. */
export function sharedItemOption(row: ItemOptionRow) {
  const { id, item, name, option, result, amount, names, faces } = row;
  const images = faces.map(({ file, picture }) => pictureUrl(file, picture));
  const data = names.map((one, index) => ({ name: one, image: images[index] ?? null }));
  return { id, item, name, option, result, amount, data, image: images[0] ?? null };
}

/** Fields of an option that are the caller's own. */
export const ownItemOption = (row: ItemOptionRow) => ({
  bet: row.bet,
  value: row.value,
  details: { no_points: row.no_points, actions: actionsOf(row) },
});

/** An option of an item on the wire. */
export const presentItemOption = (row: ItemOptionRow): ItemOption => ({
  ...sharedItemOption(row),
  ...ownItemOption(row),
});

function reasonOf({ reason, options }: ItemRow): Item['ptsDetails']['reason'] {
  if (!reason) return null;
  // A correction that changed no points adds no ledger entry: the result comes from the options.
  const optionsWithResult = options.filter((option) => option.result !== null);
  const result = optionsWithResult.map(({ id, name, result: value }) => ({ id, name, value: value ?? 0 }));
  return { ...reason, result };
}

/** Fields of an item that are the same for everyone who may see it, without its options. */
export function sharedItem(row: ItemRow) {
  const sides = row.layout === 'home/away' ? row.options : [];
  return {
    id: row.id,
    post: row.post_id,
    name: row.name,
    description: row.description,
    type: row.layout,
    date: isoOrNull(row.date),
    status: row.status,
    started: row.started_at !== null,
    ended: row.ended_at !== null,
    ...(row.standing && { final: row.standing === 'final' }),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
    custom: row.custom,
    ...(row.closed && { closed: true as const }),
    version: row.version,
    rules: row.rules,
    details: {
      groupName: row.details.groupName ?? '',
      roundName: row.details.roundName ?? '',
      roundNum: row.details.roundNum ?? null,
      home: sides[0]?.name ?? '',
      away: sides[1]?.name ?? '',
      gameTimeDisplay: row.details.gameTimeDisplay ?? '',
      gameTimeAndStatusDisplayType: row.details.gameTimeAndStatusDisplayType ?? 0,
      shortStatusText: row.details.shortStatusText ?? '',
      rules: row.details.rules ?? [],
      ...(row.details.source && { source: row.details.source }),
    },
    bettors: row.bettors,
  };
}

/** Fields of an item that depend on the caller or the time. */
export function ownItem(row: ItemRow) {
  const bets = row.options.filter((option) => option.value !== null);
  const betsAllowed = numberRule(row.layout, row.rules, 'bets_allow');
  const pick =
    row.layout === 'vote' && betsAllowed === 1 ? row.options.find(({ value }) => value === 1) : undefined;
  const [face] = pick?.faces ?? [];
  const points = row.status === 'ended' && row.reason?.code !== 'poll' ? row.points : null;
  const result = points === null ? null : points > 0 ? ('win' as const) : ('faild' as const);
  return {
    readonly: !row.open,
    ...(row.joker ? { joker: row.joker } : {}),
    ...(row.bet_version === null ? {} : { bet_version: row.bet_version }),
    bet_option: pick?.id ?? null,
    bet_option_image: face ? pictureUrl(face.file, face.picture) : null,
    value: bets.length > 0 ? bets.reduce((sum, { value }) => sum + (value ?? 0), 0) : null,
    result,
    pts: row.points,
    ptsDetails: {
      bets_allow: betsAllowed,
      votesForPoint: numberRule(row.layout, row.rules, 'votesForPoint') || limits.votesForPoint,
      reason: reasonOf(row),
    },
  };
}

/** An item on the wire, with its options keyed by id. */
export const presentItem = (row: ItemRow, timeline?: TimelineEntry[]): Item => ({
  ...sharedItem(row),
  ...ownItem(row),
  options: Object.fromEntries(row.options.map((option) => [option.id, presentItemOption(option)])),
  ...(timeline ? { timeline } : {}),
});

/** An entry of an item's timeline on the wire. */
export function presentTimelineEntry(row: ItemStepRow): TimelineEntry {
  const { id, kind, version, by_id: by, by_name: name, file, source } = row;
  return {
    id,
    kind,
    at: row.at,
    by: by === null ? null : { id: by, name, image: pictureUrl(file) },
    ...(source !== null && { source }),
    version,
    from: row.was,
    to: row.became,
  };
}
