import type { GameDraft } from '#domain/wizard/game-draft.ts';
import type { ItemRule, ItemType } from '#contract/models.ts';
import { isoInDays } from '#tests/support/server/leagues-and-games.ts';
import { buildLeague } from '#tests/support/builders.ts';

const names: Readonly<Record<number, string>> = { 11: 'אבי', 12: 'בני', 13: 'דנה', 21: 'גיל' };
export const nameOf = (option: number) => names[option] ?? '';
/** A league that Dana owns. */
export const ownLeague = buildLeague(4, 'השכונה', { is_staff: true, owner: 7 });
const vote: ItemType = {
  id: 5,
  name: 'משחק',
  type: 'vote',
  parent: null,
  description: '',
  image: null,
  images: [],
  subs: 0,
};
const match: ItemType = { ...vote, type: 'home/away' };
const rule = (key: string, type: ItemRule['type'], details: ItemRule['details'] = {}): ItemRule => ({
  id: key.length,
  name: key,
  key,
  type,
  details,
  value: null,
  maxlength: null,
  required: false,
  readonly: false,
  itemType: 5,
});
/** The draft of a wizard on its last slide, with these option groups. */
const draftOf = (type: ItemType, ...groups: readonly number[][]): GameDraft => ({
  league: ownLeague,
  path: [],
  type,
  rules: [
    rule('ordering_type', 'select', { choices: [{ value: 'custom', title: 'custom' }] }),
    rule('due_date', 'datetime'),
  ],
  values: { ordering_type: 'custom', due_date: isoInDays(3) },
  groups: groups.map((options, at) => ({ id: at + 1, options, dates: [] })),
  faces: Object.fromEntries(
    Object.entries(names).map(([id, name]) => [id, { id: Number(id), name, image: null }]),
  ),
  unpaired: null,
  slide: 'reorder',
});
/** The two layouts of the board, with the names of their groups. */
export const kinds = {
  lists: { draft: draftOf(vote, [11, 12], [21]), group: 'groupNumber' },
  matches: { draft: draftOf(match, [11, 12], [12, 13]), group: 'matchNumber' },
} as const;
