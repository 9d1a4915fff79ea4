import * as v from 'valibot';
import { formField } from './form-fields.ts';
import { layouts } from './layouts.ts';
import { limits } from './limits.ts';
import { League, MemberCard, baseEntries, lateJoiners, tieBreaks } from './core-models.ts';
import { Preferences, PreferencesInput } from './notification-preferences.ts';
import { Id, singleLine, freeText, Timestamp, wholeNumber } from './primitives.ts';
import { TimestampInput } from './timestamp-input.ts';

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
const displayTypes = [0, 1, 2] as const;

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
  /** Of all the member's picks on the item, until it starts (seals.ts); null or absent where there is none. */
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

/* What the client sends. Objects are strict: a field that is not listed is refused. */

export const MemberUpdate = v.strictObject({
  id: v.optional(Id),
  name: v.optional(v.pipe(singleLine(limits.name.member), formField({ label: 'name' }))),
  image: v.optional(v.nullable(Id)),
  new_member: v.optional(v.literal(false)),
  preferences: v.optional(PreferencesInput),
});

/** Whose role, by id or by phone: a number that nobody has yet becomes a member. */
export const RoleInput = v.strictObject({
  member: v.optional(Id),
  cellphone: v.optional(v.pipe(freeText(30), formField({ label: 'cellphone', required: true }))),
  role: v.pipe(v.picklist(roles), formField({ label: 'role' })),
});
export type RoleInput = v.InferOutput<typeof RoleInput>;

const tieBreak = v.pipe(
  v.picklist(tieBreaks),
  formField({
    label: 'tieBreak',
    choices: tieBreaks.map((value) => ({ value, label: `tieBreak.${value}` })),
    required: true,
  }),
);

const lateJoiner = v.pipe(
  v.picklist(lateJoiners),
  formField({
    label: 'lateJoiner',
    choices: lateJoiners.map((value) => ({ value, label: `lateJoiner.${value}` })),
    required: true,
  }),
);

export const LeagueInput = v.strictObject({
  name: v.pipe(
    singleLine(limits.name.league),
    formField({ label: 'leagueName', placeholder: 'leagueNamePlaceholder' }),
  ),
  description: v.optional(
    v.pipe(
      freeText(limits.leagueDescription),
      formField({ type: 'textarea', label: 'leagueDescription', rows: 3, required: true }),
    ),
    '',
  ),
  rounds: v.optional(
    v.pipe(wholeNumber(1, limits.rounds), formField({ label: 'rounds', required: true })),
    1,
  ),
  groupMembersCount: v.optional(
    v.pipe(wholeNumber(1, limits.groupMembers), formField({ label: 'groupMembersCount', required: true })),
    1,
  ),
  tie_break: v.optional(tieBreak, tieBreaks[0]),
  provisional_results: v.optional(v.boolean(), false),
  late_joiner: v.optional(lateJoiner, lateJoiners[0]),
  custom: v.optional(v.boolean()),
  active: v.optional(v.boolean()),
  image: v.optional(v.nullable(Id)),
});
export const LeagueUpdate = v.strictObject({
  ...v.partial(LeagueInput, ['name']).entries,
  description: v.optional(freeText(limits.leagueDescription)),
  rounds: v.optional(wholeNumber(1, limits.rounds)),
  groupMembersCount: v.optional(wholeNumber(1, limits.groupMembers)),
  tie_break: v.optional(tieBreak),
  provisional_results: v.optional(v.boolean()),
  late_joiner: v.optional(lateJoiner),
  id: v.optional(Id),
  owner: v.optional(Id),
});

export const GroupInput = v.strictObject({
  name: v.pipe(
    singleLine(limits.name.group),
    formField({ label: 'clanName', placeholder: 'clanNamePlaceholder' }),
  ),
  image: v.optional(v.nullable(Id)),
});
export const GroupUpdate = v.strictObject({ ...v.partial(GroupInput).entries, id: v.optional(Id) });

export const BetInput = v.strictObject({
  itemOption: Id,
  post: v.optional(Id),
  // The rules of the item bound it further; a digit and a vote are both whole and never negative.
  value: wholeNumber(0, 1_000_000_000),
});
export const BetUpdate = v.strictObject({
  ...v.partial(BetInput, ['itemOption']).entries,
  id: v.optional(Id),
});

export const MessageInput = v.strictObject({
  comment_post: Id,
  description: v.optional(freeText(limits.chat.message), ''),
  images: v.optional(v.pipe(v.array(Id), v.maxLength(limits.chat.images)), []),
  /** Sent again under the same name, it is written once. */
  key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
});
export const MessageUpdate = v.strictObject({
  id: v.optional(Id),
  active: v.optional(v.literal(false)),
});

export const OptionInput = v.strictObject({
  name: v.pipe(singleLine(limits.name.option), formField({ label: 'optionName' })),
  section: v.optional(Id),
  value: v.optional(v.nullable(freeText(100))),
  image: v.optional(v.nullable(Id)),
});
export const OptionUpdate = v.strictObject({
  ...v.partial(OptionInput, ['name']).entries,
  id: v.optional(Id),
});

/** A rule's key. */
export const RuleKey = v.pipe(
  v.string(),
  v.regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/),
  v.check((key) => !['__proto__', 'constructor', 'prototype'].includes(key), 'invalid'),
);

// A choice's value, or the name of what is chosen from.
const ruleWordLength = 40;

/** What staff write of a rule's field: as it is answered, held to its limits. */
const RuleDetails = v.strictObject({
  choices: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          value: v.union([singleLine(ruleWordLength), v.number()]),
          title: singleLine(limits.name.option),
        }),
      ),
      v.maxLength(limits.gameOptions),
    ),
  ),
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  model: v.optional(singleLine(ruleWordLength)),
  other: v.optional(v.boolean()),
  hint: v.optional(freeText(limits.itemDescription)),
});
const RuleDefault = v.union([v.number(), freeText(limits.ruleText), v.boolean()]);

export const ItemTypeInput = v.strictObject({
  name: v.pipe(singleLine(limits.name.option), formField({ label: 'itemTypeName' })),
  type: v.optional(v.nullable(v.pipe(v.picklist(layouts), formField({ label: 'itemTypeLayout' })))),
  parent: v.optional(v.nullable(Id)),
  description: v.optional(freeText(200), ''),
  image: v.optional(v.nullable(Id)),
});
export const ItemTypeUpdate = v.strictObject({
  ...v.partial(ItemTypeInput, ['name']).entries,
  description: v.optional(freeText(200)),
  id: v.optional(Id),
});

export const ItemRuleInput = v.strictObject({
  name: v.pipe(singleLine(limits.name.option), formField({ label: 'itemRuleName' })),
  key: v.pipe(RuleKey, formField({ label: 'itemRuleKey' })),
  value: v.optional(v.nullable(RuleDefault), null),
  type: v.optional(v.pipe(v.picklist(ruleTypes), formField({ label: 'itemRuleType' })), 'text'),
  maxlength: v.optional(v.nullable(wholeNumber(1, 10_000)), null),
  details: v.optional(RuleDetails, {}),
  required: v.optional(v.pipe(v.boolean(), formField({ label: 'itemRuleRequired' })), false),
  readonly: v.optional(v.boolean(), false),
  itemType: v.optional(v.nullable(Id), null),
});
export const ItemRuleUpdate = v.strictObject({
  ...v.partial(
    v.strictObject({
      name: ItemRuleInput.entries.name,
      key: ItemRuleInput.entries.key,
      value: v.nullable(RuleDefault),
      type: v.picklist(ruleTypes),
      maxlength: v.nullable(wholeNumber(1, 10_000)),
      details: RuleDetails,
      required: v.boolean(),
      readonly: v.boolean(),
      itemType: v.nullable(Id),
    }),
  ).entries,
  id: v.optional(Id),
});

export const PostUpdate = v.strictObject({
  id: v.optional(Id),
  active: v.optional(v.pipe(v.boolean(), formField({ label: 'active' }))),
  pinned: v.optional(v.pipe(v.boolean(), formField({ label: 'pinned' }))),
  description: v.optional(
    v.pipe(freeText(limits.gameDescription), formField({ type: 'textarea', label: 'description', rows: 4 })),
  ),
  due_date: v.optional(
    v.nullable(v.pipe(TimestampInput, formField({ type: 'datetime', label: 'voteClosingDate' }))),
  ),
});
/** A post without a game: words for a league, or (staff) for everyone. */
export const PostInput = v.strictObject({
  section: v.optional(v.nullable(Id), null),
  description: v.pipe(
    freeText(limits.gameDescription),
    v.minLength(1, 'required'),
    formField({ type: 'textarea', label: 'description', rows: 4 }),
  ),
});

/** A question by itself (`whatWeAreBettingOn`): it becomes a game of one item. */
export const ItemInput = v.strictObject({
  section: Id,
  description: v.pipe(
    freeText(limits.itemDescription),
    v.minLength(1, 'required'),
    formField({ type: 'textarea', label: 'whatWeAreBettingOn', rows: 3 }),
  ),
  type: v.optional(v.picklist(layouts), 'vote'),
  options: v.pipe(
    v.array(Id),
    v.maxLength(limits.gameOptions),
    formField({ type: 'modelscroll', label: 'options', model: 'option', multiple: true }),
  ),
});

export const ItemUpdate = v.strictObject({
  id: v.optional(Id),
  date: v.optional(v.nullable(v.pipe(TimestampInput, formField({ type: 'datetime', label: 'gameDate' })))),
  description: v.optional(
    v.pipe(
      freeText(limits.itemDescription),
      formField({ type: 'textarea', label: 'whatWeAreBettingOn', rows: 3 }),
    ),
  ),
  roundName: v.optional(v.pipe(freeText(limits.itemWord), formField({ label: 'roundName' }))),
  gameTimeDisplay: v.optional(
    v.pipe(
      freeText(limits.itemWord),
      formField({ label: 'gameTimeDisplay', placeholder: 'gameTimeDisplayPlaceholder' }),
    ),
  ),
  shortStatusText: v.optional(
    v.pipe(
      freeText(limits.itemWord),
      formField({ label: 'shortStatusText', placeholder: 'shortStatusTextPlaceholder' }),
    ),
  ),
  gameTimeAndStatusDisplayType: v.optional(
    v.pipe(
      v.picklist(displayTypes),
      formField({
        label: 'displayType',
        choices: displayTypes.map((value) => ({ value, label: `displayType.${value}` })),
        required: true,
      }),
    ),
  ),
});

export const ItemOptionUpdate = v.strictObject({ id: v.optional(Id), no_points: v.optional(v.boolean()) });

/** The generic result form (`InsertItemResults`). */
export const ResultInput = v.strictObject({
  item: Id,
  home: v.optional(v.pipe(wholeNumber(0, limits.resultGoals), formField({ label: 'home', required: true }))),
  away: v.optional(v.pipe(wholeNumber(0, limits.resultGoals), formField({ label: 'away', required: true }))),
  options: v.optional(
    v.pipe(
      v.array(Id),
      v.maxLength(limits.gameOptions),
      formField({ type: 'modelscroll', label: 'options', model: 'itemoption', multiple: true }),
    ),
  ),
  version: v.optional(v.number()),
});

/** What an owner says happened (decisions §2, `setItemResults`). */
export const ResultValue = v.union([
  v.picklist(['start', 'void']),
  v.strictObject({ home: wholeNumber(0, limits.resultGoals), away: wholeNumber(0, limits.resultGoals) }),
  v.strictObject({ options: v.pipe(v.array(Id), v.maxLength(limits.gameOptions)) }),
  v.strictObject({
    values: v.record(
      v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
      wholeNumber(limits.digit.min, limits.digit.max),
    ),
  }),
]);
export type ResultValue = v.InferOutput<typeof ResultValue>;
