import * as v from 'valibot';
import { formField } from './form-fields.ts';
import { layouts } from './layouts.ts';
import { limits } from './limits.ts';
import { lateJoiners, tieBreaks } from './core-models.ts';
import { displayTypes, roles, ruleTypes } from './models.ts';
import { PreferencesInput } from './notification-preferences.ts';
import { Id, singleLine, freeText, wholeNumber } from './primitives.ts';
import { TimestampInput } from './timestamp-input.ts';

/** Request bodies. Objects are strict: unknown fields are refused. */

export const MemberUpdate = v.strictObject({
  id: v.optional(Id),
  name: v.optional(v.pipe(singleLine(limits.name.member), formField({ label: 'name' }))),
  image: v.optional(v.nullable(Id)),
  new_member: v.optional(v.literal(false)),
  preferences: v.optional(PreferencesInput),
});

/** A role for a member, by id or phone; an unknown phone number becomes a new member. */
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

/** The maximum version of picks. */
export const maxBetVersion = 1_000_000_000;

export const BetInput = v.strictObject({
  itemOption: Id,
  post: v.optional(Id),
  // The item's rules limit it further.
  value: wholeNumber(0, 1_000_000_000),
  /** Of the bets on the item that it changes, 0 for none yet: refused where they have changed since. */
  version: v.optional(wholeNumber(0, maxBetVersion)),
});
export const BetUpdate = v.strictObject({
  ...v.partial(BetInput, ['itemOption']).entries,
  id: v.optional(Id),
});

export const MessageInput = v.strictObject({
  comment_post: Id,
  description: v.optional(freeText(limits.chat.message), ''),
  images: v.optional(v.pipe(v.array(Id), v.maxLength(limits.chat.images)), []),
  /** Idempotency key: a message sent again with the same key is written once. */
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

/** A rule's key. Names that every object has, such as `toString`, are refused, since rules are object properties. */
export const RuleKey = v.pipe(
  v.string(),
  v.regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/),
  v.check((key) => !(key in Object.prototype) && key !== 'prototype', 'invalid'),
);

// Maximum characters of a choice's value and of a model's name.
const ruleWordLength = 40;

/** The details of a rule's field as staff enter them, with limits. */
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
/** A post without a game: text for a league or, by staff, for everyone. */
export const PostInput = v.strictObject({
  section: v.optional(v.nullable(Id), null),
  description: v.pipe(
    freeText(limits.gameDescription),
    v.minLength(1, 'required'),
    formField({ type: 'textarea', label: 'description', rows: 4 }),
  ),
});

/** A single question (`whatWeAreBettingOn`), which becomes a game of one item. */
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

/** A start, void or result entered by an owner (decisions §2, `setItemResults`). */
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
