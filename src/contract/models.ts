import * as v from 'valibot';
import { layouts } from './layouts.ts';
import { League, MemberCard, baseEntries } from './core-models.ts';
import { Preferences } from './notification-preferences.ts';
import { Id, Timestamp } from './primitives.ts';

export * from './core-models.ts';

const nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

/**
 * The wire's models (spec §3), as answers. Field names are the wire's; the identifiers are the glossary's:
 * section = League, clan = Group, a post with items = Game.
 */

export const Member = v.object({
  ...MemberCard.entries,
  /** Only one's own; null of others. */
  cellphone: nullable(v.string()),
  images: v.array(v.string()),
  /** Only of oneself. */
  preferences: v.optional(Preferences),
});
export type Member = v.InferOutput<typeof Member>;

/** Roles that a superuser gives (decisions §3): staff run the official leagues; superusers are staff and name staff. */
export const roles = ['member', 'staff', 'superuser'] as const;
export type Role = (typeof roles)[number];
export const StaffMember = v.object({ ...MemberCard.entries, role: v.picklist(['staff', 'superuser']) });
export type StaffMember = v.InferOutput<typeof StaffMember>;

/** One member of an option: a pair has two. */
export const OptionFace = v.object({ name: v.string(), image: nullable(v.string()) });
export type OptionFace = v.InferOutput<typeof OptionFace>;

/** What who runs a league may do about an option of an open item: take it out of the scoring, and bring it back. */
const optionActions = ['no_points', 'points'] as const;

export const ItemOption = v.object({
  id: Id,
  name: v.string(),
  item: Id,
  option: nullable(Id),
  data: v.array(OptionFace),
  image: nullable(v.string()),
  /** The caller's own bet on it, by id, and its value. */
  bet: nullable(Id),
  value: nullable(v.number()),
  /** The sum of everybody's values; null while hidden. */
  amount: nullable(v.number()),
  /** Goals, digit, or 1/0; null until there is a result. */
  result: nullable(v.number()),
  details: v.object({
    /** Never scores and never wins. */
    no_points: v.boolean(),
    /** What the caller may do about it now, as its menu. */
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

/** Why a member has the points they have; a person reads it through the message `reason.<code>`. */
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
  /** What the points were before a correction; absent the first time. */
  was: v.optional(v.number()),
  /** Points for what few others chose, before the multiplier; absent without any. */
  underdog: v.optional(v.number()),
  /** What the points were multiplied by; absent where they were not. */
  multiplier: v.optional(v.number()),
  /** The member's joker doubled them; absent where it did not. */
  joker: v.optional(v.boolean()),
  /** Of how many members' points it is the median; only with the code `late`. */
  members: v.optional(v.number()),
});
export type Reason = v.InferOutput<typeof Reason>;

export const itemStatuses = ['open', 'started', 'ended', 'void'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Where a game is as a whole: something of it is being played, else something can still be bet on, else it is over. */
export const gameStates = ['open', 'live', 'ended'] as const;
export type GameState = (typeof gameStates)[number];

/** One step of an item's life, kept for ever (decisions §7). */
export const TimelineEntry = v.object({
  id: Id,
  /**
   * `edited`: the words of the question, or of its round. `no_points`, `points`: an option was taken out of the scoring, or
   * back in. `objected`, `contested`, `final`: of the result of that version, in a league whose results are provisional first.
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
  /** The source outside that has taken it, where no member has. */
  source: v.optional(v.string()),
  version: v.number(),
  /** `moved`: the dates; `result`/`corrected`: the values by itemOption id; `edited`, `objected`: the words; else the option's name. */
  from: nullable(v.unknown()),
  to: nullable(v.unknown()),
});
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>;

/** A start or a result of one of a game's items, as its chat tells of it. */
export const GameStep = v.object({
  id: Id,
  item: Id,
  kind: v.picklist(['started', 'result', 'corrected', 'void']),
  at: Timestamp,
  /** The result by itemOption id. */
  to: nullable(v.record(v.string(), v.number())),
  /** Names of who hit the score exactly; with the result that stands only. */
  exact: v.array(v.string()),
});
export type GameStep = v.InferOutput<typeof GameStep>;

/** What is said of a match's time: when it is, that and where it stands, or where it stands alone. */
export const displayTypes = [0, 1, 2] as const;

const Goals = v.object({ home: v.number(), away: v.number() });
/**
 * A match as its source tells of it. `late`: its result should have come by now, and who runs the league may enter it.
 * `held`: a person's result stands, until it is handed back.
 */
export const ItemSource = v.object({
  name: v.string(),
  state: v.picklist(['live', 'suspended', 'final', 'postponed', 'cancelled', 'late']),
  held: v.boolean(),
  /** As it runs, or after 90 minutes; then after extra time, and the penalties. */
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
  /** Of a result that is provisional first: whether it is final by now; absent elsewhere. */
  final: v.optional(v.boolean()),
  /** When it was started, and when it ended. */
  started_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  custom: v.boolean(),
  /** Nothing can be bet here now, whatever the reason. */
  readonly: v.boolean(),
  /** The caller's joker of its game: here, free to be placed, or on an item that has closed; absent without jokers. */
  joker: v.optional(v.picklist(['here', 'free', 'spent'])),
  version: v.number(),
  options: v.record(v.string(), ItemOption),
  /** `vote` with one pick: the caller's, as an itemOption id. */
  bet_option: nullable(Id),
  bet_option_image: nullable(v.string()),
  /** The caller's sum of values on it; null when nothing was bet. */
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
    /** A ready text for the game's time; empty: the date is shown. */
    gameTimeDisplay: v.string(),
    /** 0 the date, 1 the date with the status, 2 the status alone. */
    gameTimeAndStatusDisplayType: v.picklist(displayTypes),
    shortStatusText: v.string(),
    /** Rules of its game that no point comes from, named as they were when it was made. */
    rules: v.array(v.object({ name: v.string(), type: v.picklist(ruleTypes), value: RuleValue })),
    /** What the source outside tells that its result comes from; absent where there is none. */
    source: v.optional(ItemSource),
  }),
  /** How many members have bet on it. */
  bettors: v.number(),
  /** Its life, in order; only when the item is asked for by itself. */
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
  /** The options of the whole game, each once. */
  options: v.array(v.object({ id: Id, name: v.string(), image: nullable(v.string()) })),
  items_data: v.array(Item),
  /** How many members have bet in it, and the first few of them. */
  votes: v.number(),
  voters: v.array(MemberCard),
  /** Who has the first place in it once all of its items are over, and how many others share it. */
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
  /** Of a private league's post, to an outsider who has the league's code: the league's card, in place of all else. */
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
  /** What its author's device called it while it was on its way; told to its author alone. */
  key: nullable(v.string()),
});
export type Message = v.InferOutput<typeof Message>;

export const Option = v.object({
  id: Id,
  name: v.string(),
  /** A name in the other language; a team's of the catalogue is in English where the page is in Hebrew. */
  value: nullable(v.string()),
  image: nullable(v.string()),
  images: v.array(v.string()),
  /** May the caller give it a picture? */
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
  /** How many sub-types; 0 is a leaf. */
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
  /** `select`: its choices; numbers: their bounds; `modelscroll`: the model. `hint` is shown under the field. */
  details: v.object({
    choices: v.optional(v.array(v.object({ value: v.union([v.string(), v.number()]), title: v.string() }))),
    min: v.optional(v.number()),
    max: v.optional(v.number()),
    model: v.optional(v.string()),
    /** `modelscroll`: an answer that is none of its rows may be written. */
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
  /** Of the same, until the item starts (seals.ts); null or absent where there is none. */
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
  /** Where it leads, as a hash route without the hash. */
  link: v.string(),
  publisher_data: Post.entries.publisher_data,
  /** What it is about, as it stands now; null where that is no single item, or one the reader may not see. */
  item: nullable(Item),
});
export type Notification = v.InferOutput<typeof Notification>;

/** A member's bets on one item, as the item page shows them after the start. */
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
  /** The member's joker is here; absent where it is not. */
  joker: v.optional(v.boolean()),
});
export type MemberBets = v.InferOutput<typeof MemberBets>;

/** How a settled item went for a member; `none`: they had no bet on it. */
const FormMark = v.picklist(['exact', 'hit', 'missed', 'none']);
export type FormMark = v.InferOutput<typeof FormMark>;

export const StandingsRow = v.object({
  rank: v.number(),
  /** Places gained since the last settled item; negative is lost, null is new to the table. */
  move: nullable(v.number()),
  member: MemberCard,
  points: v.number(),
  exact: v.number(),
  difference: v.number(),
  outcome: v.number(),
  /** Settled items the member had bet on. */
  bets: v.number(),
  /** Points an item, to two decimals; 0 before the first. Medians of what was missed are not among them. */
  average: v.number(),
  /** The last settled items of the table, the newest first; the same ones in every row. */
  form: v.array(FormMark),
});
export type StandingsRow = v.InferOutput<typeof StandingsRow>;

/** One line of the ledger: points that came or went, and why. The median of a missed game is of none of its items. */
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
  /** What this line adds, and the member's points for the item or the missed game after it. */
  points: v.number(),
  total: v.number(),
  reason: Reason,
});
export type PointsEntry = v.InferOutput<typeof PointsEntry>;

/** Who in a league still has open items of a game to bet on, and how many. */
export const MissingBettor = v.object({ ...MemberCard.entries, items: v.number() });
export type MissingBettor = v.InferOutput<typeof MissingBettor>;

/** A member of an item's league, and whether they have bet on it. */
export const Bettor = v.object({ ...MemberCard.entries, has_bet: v.boolean() });
export type Bettor = v.InferOutput<typeof Bettor>;

/** A settled item in a member's profile: what it brought, and what they had after it. */
export const ProfileItem = v.object({
  item: Id,
  name: v.string(),
  at: Timestamp,
  points: v.number(),
  total: v.number(),
  code: Reason.entries.code,
});
export type ProfileItem = v.InferOutput<typeof ProfileItem>;

/** A member in one league that the caller is in too. */
export const ProfileLeague = v.object({
  section: v.object({ id: Id, name: v.string(), image: nullable(v.string()) }),
  rank: v.number(),
  /** How many are in the table. */
  players: v.number(),
  points: v.number(),
  /** Settled items they bet on, and those of them that brought points. */
  bets: v.number(),
  wins: v.number(),
  /** The last of them, the oldest first. */
  history: v.array(ProfileItem),
});
export type ProfileLeague = v.InferOutput<typeof ProfileLeague>;
export const Profile = v.object({ member: MemberCard, leagues: v.array(ProfileLeague) });
export type Profile = v.InferOutput<typeof Profile>;
