import * as v from 'valibot';
import { layouts } from './layouts.ts';
import { League, MemberCard, baseEntries } from './core-models.ts';
import { Preferences } from './notification-preferences.ts';
import { Id, Timestamp } from './primitives.ts';

export * from './core-models.ts';

const nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

/**
 * The wire's models (spec §3), as answered. Field names are the wire's, identifiers the glossary's: section = League,
 * clan = Group, a post with items = Game.
 */

export const Member = v.object({
  ...MemberCard.entries,
  /** The caller's own; null for other members. */
  cellphone: nullable(v.string()),
  images: v.array(v.string()),
  /** Only in the caller's own row. */
  preferences: v.optional(Preferences),
});
export type Member = v.InferOutput<typeof Member>;

/** Roles, assigned by superusers (decisions §3): staff run the official leagues; superusers are staff who assign roles. */
export const roles = ['member', 'staff', 'superuser'] as const;
export type Role = (typeof roles)[number];
export const StaffMember = v.object({ ...MemberCard.entries, role: v.picklist(['staff', 'superuser']) });
export type StaffMember = v.InferOutput<typeof StaffMember>;

/** One member of an option: a pair has two. */
export const OptionFace = v.object({ name: v.string(), image: nullable(v.string()) });
export type OptionFace = v.InferOutput<typeof OptionFace>;

/** Actions of a league's managers on an option: exclude it from scoring, or include it again. */
const optionActions = ['no_points', 'points'] as const;

export const ItemOption = v.object({
  id: Id,
  name: v.string(),
  item: Id,
  option: nullable(Id),
  data: v.array(OptionFace),
  image: nullable(v.string()),
  /** Id and value of the caller's bet on it. */
  bet: nullable(Id),
  value: nullable(v.number()),
  /** The sum of all members' values; null while hidden. */
  amount: nullable(v.number()),
  /** Goals, digit, or 1/0; null until there is a result. */
  result: nullable(v.number()),
  details: v.object({
    /** Whether it never scores and never wins. */
    no_points: v.boolean(),
    /** The actions that the caller may take now, for its menu. */
    actions: v.array(v.object({ key: v.picklist(optionActions), title: v.string() })),
  }),
});
export type ItemOption = v.InferOutput<typeof ItemOption>;

export const ruleTypes = [
  'text',
  'textarea',
  'number',
  'datetime',
  'boolean',
  'select',
  'modelscroll',
] as const;

export const RuleValue = v.union([v.number(), v.string(), v.boolean()]);
export const RuleMap = v.record(v.string(), RuleValue);

/** The reason of a member's points; shown by the message `reason.<code>`. */
export const Reason = v.object({
  code: v.picklist([
    'exact',
    'difference',
    'outcome',
    'missed',
    'correct',
    'share',
    'even',
    'digits',
    'poll',
    'void',
    'late',
  ]),
  /** The member's values and the item's result, by itemOption id, in the item's order. */
  bet: v.array(v.object({ id: Id, name: v.string(), value: v.number() })),
  result: v.array(v.object({ id: Id, name: v.string(), value: v.number() })),
  /** The points before a correction; absent without one. */
  was: v.optional(v.number()),
  /** Underdog points, before the multiplier; absent without any. */
  underdog: v.optional(v.number()),
  /** The factor of the points; absent if they were not multiplied. */
  multiplier: v.optional(v.number()),
  /** Whether the member's joker doubled the points; absent if not. */
  joker: v.optional(v.boolean()),
  /** The number of members whose points the median is of; only with the code `late`. */
  members: v.optional(v.number()),
});
export type Reason = v.InferOutput<typeof Reason>;

export const itemStatuses = ['open', 'started', 'ended', 'void'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The state of a game: `live` if any item is being played, else `open` if any takes bets, else `ended`. */
export const gameStates = ['open', 'live', 'ended'] as const;
export type GameState = (typeof gameStates)[number];

/** One step of an item's life; never deleted (decisions §7). */
export const TimelineEntry = v.object({
  id: Id,
  /**
   * `edited`: the text of the question or its round changed. `no_points`, `points`: an option was excluded from scoring, or
   * included again. `objected`, `contested`, `final`: concern the result of that version, in leagues with provisional results.
   */
  kind: v.picklist([
    'made',
    'moved',
    'started',
    'result',
    'corrected',
    'void',
    'edited',
    'no_points',
    'points',
    'objected',
    'contested',
    'final',
  ]),
  at: Timestamp,
  by: nullable(MemberCard),
  /** The external source that took the step; absent if a member did. */
  source: v.optional(v.string()),
  version: v.number(),
  /** `moved`: dates; `result`, `corrected`: values by itemOption id; `edited`, `objected`: texts; else the option's name. */
  from: nullable(v.unknown()),
  to: nullable(v.unknown()),
});
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>;

/** A start or result of one of a game's items, shown in its chat. */
export const GameStep = v.object({
  id: Id,
  item: Id,
  kind: v.picklist(['started', 'result', 'corrected', 'void']),
  at: Timestamp,
  /** The result by itemOption id. */
  to: nullable(v.record(v.string(), v.number())),
  /** Names of members with an exact score; only for the current result. */
  exact: v.array(v.string()),
});
export type GameStep = v.InferOutput<typeof GameStep>;

/** What is shown as a match's time: 0 the date, 1 date and status, 2 the status. */
export const displayTypes = [0, 1, 2] as const;

const Goals = v.object({ home: v.number(), away: v.number() });
/**
 * A match as its source reports it. `late`: the result is overdue, and the league's managers may enter it. `held`: a
 * person's result counts until it is handed back.
 */
export const ItemSource = v.object({
  name: v.string(),
  state: v.picklist(['live', 'suspended', 'final', 'postponed', 'cancelled', 'late']),
  held: v.boolean(),
  /** The current score, or the one after 90 minutes; `extraTime`: after extra time; `penalties`: the shootout. */
  score: nullable(Goals),
  extraTime: nullable(Goals),
  penalties: nullable(Goals),
});
export type ItemSource = v.InferOutput<typeof ItemSource>;

export const Item = v.object({
  id: Id,
  post: Id,
  name: v.string(),
  description: v.string(),
  type: v.picklist(layouts),
  date: nullable(Timestamp),
  status: v.picklist(itemStatuses),
  started: v.boolean(),
  ended: v.boolean(),
  /** Whether a provisional result has become final; absent for other results. */
  final: v.optional(v.boolean()),
  /** When it started and when it ended. */
  started_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  custom: v.boolean(),
  /** Whether it takes no bets from the caller now, for any reason. */
  readonly: v.boolean(),
  /** Present where it was closed before its date, for good: a match that was put off or called off, even if it is on again. */
  closed: v.optional(v.literal(true)),
  /** The caller's joker of the game: on this item, free to place, or spent on a closed item; absent without jokers. */
  joker: v.optional(v.picklist(['here', 'free', 'spent'])),
  version: v.number(),
  options: v.record(v.string(), ItemOption),
  /** For a `vote` with one pick: the itemOption id of the caller's. */
  bet_option: nullable(Id),
  bet_option_image: nullable(v.string()),
  /** The sum of the caller's values on it; null without a bet. */
  value: nullable(v.number()),
  /** Of the caller's bets on it: how often they were changed; absent before the first. */
  bet_version: v.optional(v.number()),
  rules: RuleMap,
  result: nullable(v.picklist(['win', 'faild'])),
  pts: nullable(v.number()),
  ptsDetails: v.object({
    bets_allow: v.number(),
    votesForPoint: v.number(),
    reason: nullable(Reason),
  }),
  details: v.object({
    groupName: v.string(),
    roundName: v.string(),
    roundNum: nullable(v.number()),
    home: v.string(),
    away: v.string(),
    /** The text shown as the match's time; '' to show the date. */
    gameTimeDisplay: v.string(),
    /** 0 the date, 1 the date with the status, 2 the status alone. */
    gameTimeAndStatusDisplayType: v.picklist(displayTypes),
    shortStatusText: v.string(),
    /** The game's rules that do not score, with their names at its creation. */
    rules: v.array(v.object({ name: v.string(), type: v.picklist(ruleTypes), value: RuleValue })),
    /** The report of its external source; absent without one. */
    source: v.optional(ItemSource),
  }),
  /** How many members have bet on it. */
  bettors: v.number(),
  /** Its steps, in order; only in the answer of a single item. */
  timeline: v.optional(v.array(TimelineEntry)),
});
export type Item = v.InferOutput<typeof Item>;

export const Post = v.object({
  ...baseEntries,
  slug: nullable(v.string()),
  active: v.boolean(),
  due_date: nullable(Timestamp),
  type: v.string(),
  description: v.string(),
  rounds: v.number(),
  groupSize: v.number(),
  even_breakpoint: v.number(),
  newSection: v.boolean(),
  pinned: v.boolean(),
  publisher_data: v.object({
    section: nullable(v.object({ id: Id, name: v.string(), image: nullable(v.string()) })),
    member: nullable(MemberCard),
  }),
  /** The options of all items, each once. */
  options: v.array(v.object({ id: Id, name: v.string(), image: nullable(v.string()) })),
  items_data: v.array(Item),
  /** How many members have bet in it, and the first few of them. */
  votes: v.number(),
  voters: v.array(MemberCard),
  /** The first place once all items are over, and how many others share it; otherwise null. */
  winner: nullable(v.object({ member: MemberCard, ties: v.number() })),
  comments: v.number(),
  date: Timestamp,
  custom: v.boolean(),
  extra_data: v.object({ in_section: v.boolean() }),
  groups: v.array(v.object({ id: Id, name: v.string() })),
  rules: RuleMap,
  section: nullable(Id),
  hide_options: v.boolean(),
  is_staff: v.boolean(),
  clans: v.array(Id),
  /** The league's card instead of the content, for an outsider with the code of a private league. */
  preview: v.optional(League),
});
export type Post = v.InferOutput<typeof Post>;

export const Image = v.object({ id: Id, imagefullurl: v.string(), width: v.number(), height: v.number() });
export type Image = v.InferOutput<typeof Image>;

export const Message = v.object({
  ...baseEntries,
  active: v.boolean(),
  description: v.string(),
  section: nullable(Id),
  comment_post: Id,
  member: Id,
  member_data: v.object({ name: v.string(), image: nullable(v.string()) }),
  images: v.array(Image),
  /** The key that its author's device sent it with; null for other members. */
  key: nullable(v.string()),
});
export type Message = v.InferOutput<typeof Message>;

export const Option = v.object({
  id: Id,
  name: v.string(),
  /** The name in the other language: English for catalogue teams on a Hebrew page. */
  value: nullable(v.string()),
  image: nullable(v.string()),
  images: v.array(v.string()),
  /** Whether the caller may change its picture. */
  is_staff: v.boolean(),
});
export type Option = v.InferOutput<typeof Option>;

/** A node of the tree of game types; a leaf has a layout. */
export const ItemType = v.object({
  id: Id,
  name: v.string(),
  type: nullable(v.picklist(layouts)),
  parent: nullable(Id),
  description: v.string(),
  image: nullable(v.string()),
  images: v.array(v.string()),
  /** The number of sub-types; 0 for a leaf. */
  subs: v.number(),
});
export type ItemType = v.InferOutput<typeof ItemType>;

/** A rule of a game type: one field of the wizard's settings. */
export const ItemRule = v.object({
  id: Id,
  name: v.string(),
  key: v.string(),
  value: nullable(RuleValue),
  type: v.picklist(ruleTypes),
  maxlength: nullable(v.number()),
  /** `choices`: of a `select`. `min`, `max`: of numbers. `model`: of a `modelscroll`. `hint`: shown under the field. */
  details: v.object({
    choices: v.optional(v.array(v.object({ value: v.union([v.string(), v.number()]), title: v.string() }))),
    min: v.optional(v.number()),
    max: v.optional(v.number()),
    model: v.optional(v.string()),
    /** `modelscroll`: whether an answer may be written instead of choosing a row. */
    other: v.optional(v.boolean()),
    hint: v.optional(v.string()),
  }),
  required: v.boolean(),
  readonly: v.boolean(),
  itemType: nullable(Id),
});
export type ItemRule = v.InferOutput<typeof ItemRule>;

export const Bet = v.object({
  ...baseEntries,
  itemOption: Id,
  item: Id,
  post: Id,
  value: v.number(),
  /** Of all the member's bets on the item: how often they were changed. */
  version: v.number(),
  /** The seal of those picks, until the item starts (seals.ts); null or absent without one. */
  seal: v.optional(nullable(v.string())),
});
export type Bet = v.InferOutput<typeof Bet>;

export const Notification = v.object({
  id: Id,
  created: Timestamp,
  kind: v.string(),
  title: v.string(),
  description: v.string(),
  new: v.boolean(),
  /** The place it leads to: a hash route without the hash. */
  link: v.string(),
  publisher_data: Post.entries.publisher_data,
  /** The current item it is about; null if it is not about one item, or the reader may not see that. */
  item: nullable(Item),
});
export type Notification = v.InferOutput<typeof Notification>;

/** A member's bets on one item, shown on the item page after the start. */
export const MemberBets = v.object({
  member: Id,
  name: v.string(),
  image: nullable(v.string()),
  home_bet: nullable(v.number()),
  away_bet: nullable(v.number()),
  option_name: nullable(v.string()),
  option_image: nullable(v.string()),
  options: v.array(v.object({ id: Id, value: v.number() })),
  result: nullable(v.picklist(['win', 'faild'])),
  points: nullable(v.number()),
  /** Whether the member's joker is on this item; absent if not. */
  joker: v.optional(v.boolean()),
});
export type MemberBets = v.InferOutput<typeof MemberBets>;

/** The outcome of a settled item for a member; `none`: no bet. */
const FormMark = v.picklist(['exact', 'hit', 'missed', 'none']);
export type FormMark = v.InferOutput<typeof FormMark>;

export const StandingsRow = v.object({
  rank: v.number(),
  /** Places gained by the last settled item; negative if lost, null if new in the table. */
  move: nullable(v.number()),
  member: MemberCard,
  points: v.number(),
  exact: v.number(),
  difference: v.number(),
  outcome: v.number(),
  /** The number of settled items with a bet of the member. */
  bets: v.number(),
  /** Points per settled item, to two decimals; 0 without any. Medians of missed rounds do not count. */
  average: v.number(),
  /** The table's last settled items, newest first; the same items in every row. */
  form: v.array(FormMark),
});
export type StandingsRow = v.InferOutput<typeof StandingsRow>;

/** One ledger entry: points added or removed, with the reason. `item` is null for the median of a missed game. */
export const PointsEntry = v.object({
  id: Id,
  created: Timestamp,
  section: Id,
  post: Id,
  /** The game's name. */
  game: v.string(),
  item: nullable(
    v.object({
      id: Id,
      name: v.string(),
      type: v.picklist(layouts),
      date: nullable(Timestamp),
      final: Item.entries.final,
    }),
  ),
  member: MemberCard,
  /** `points`: added by this entry. `total`: the member's points for the item or missed game after it. */
  points: v.number(),
  total: v.number(),
  reason: Reason,
});
export type PointsEntry = v.InferOutput<typeof PointsEntry>;

/** A member with open items of a game left to bet on, and how many. */
export const MissingBettor = v.object({ ...MemberCard.entries, items: v.number() });
export type MissingBettor = v.InferOutput<typeof MissingBettor>;

/** A member of an item's league, and whether they have bet on it. */
export const Bettor = v.object({ ...MemberCard.entries, has_bet: v.boolean() });
export type Bettor = v.InferOutput<typeof Bettor>;

/** A settled item in a member's profile: its points, and the member's total after it. */
export const ProfileItem = v.object({
  item: Id,
  name: v.string(),
  at: Timestamp,
  points: v.number(),
  total: v.number(),
  code: Reason.entries.code,
});
export type ProfileItem = v.InferOutput<typeof ProfileItem>;

/** A member's standing in a league that the caller is also in. */
export const ProfileLeague = v.object({
  section: v.object({ id: Id, name: v.string(), image: nullable(v.string()) }),
  rank: v.number(),
  /** The number of rows in the table. */
  players: v.number(),
  points: v.number(),
  /** `bets`: settled items with a bet. `wins`: those of them with points. */
  bets: v.number(),
  wins: v.number(),
  /** The last settled items, oldest first. */
  history: v.array(ProfileItem),
});
export type ProfileLeague = v.InferOutput<typeof ProfileLeague>;
export const Profile = v.object({ member: MemberCard, leagues: v.array(ProfileLeague) });
export type Profile = v.InferOutput<typeof Profile>;
