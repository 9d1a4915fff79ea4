import type { Layout } from '#contract/layouts.ts';
import type { Item, ItemOption } from '#contract/models.ts';

/** The caller's saved value on an option; its bet is numbered after the option: 11 is bet 911. */
function buildItemOption(item: number, id: number, value: number | null): ItemOption {
  return {
    id,
    name: `אפשרות ${id}`,
    item,
    option: id,
    data: [],
    image: null,
    bet: value === null ? null : 900 + id,
    value,
    amount: null,
    result: null,
    details: { no_points: false, actions: [] },
  };
}

/** An open item as the server gives it, its options by id with the caller's saved values. */
export function buildItem(
  id: number,
  type: Layout,
  saved: Readonly<Record<number, number | null>>,
  also: Partial<Item> = {},
): Item {
  const ids = Object.keys(saved).map(Number);
  return {
    id,
    post: 2,
    name: '',
    description: '',
    type,
    date: null,
    status: 'open',
    started: false,
    ended: false,
    started_at: null,
    ended_at: null,
    custom: true,
    readonly: false,
    version: 1,
    options: Object.fromEntries(ids.map((one) => [one, buildItemOption(id, one, saved[one] ?? null)])),
    bet_option: null,
    bet_option_image: null,
    value: null,
    rules: {},
    result: null,
    pts: null,
    ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: null },
    details: {
      groupName: '',
      roundName: '',
      roundNum: null,
      home: '',
      away: '',
      gameTimeDisplay: '',
      gameTimeAndStatusDisplayType: 0,
      shortStatusText: '',
      rules: [],
    },
    bettors: 0,
    ...also,
  };
}
