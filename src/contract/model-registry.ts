import * as v from 'valibot';
import * as inputs from './inputs.ts';
import * as m from './models.ts';
import { keysOf, listOf, QueryText, Timestamp } from './primitives.ts';
import { pageEntries, QueryFlag, QueryId, QueryIds, QueryNumber } from './list-query.ts';
import { TimestampInput } from './timestamp-input.ts';

/**
 * One model of the generic calls: schemas of its rows, inputs and list filters. Without a schema the call does not exist.
 * `form`: the fields of its data-driven form, in order, and the form's title.
 */
export type ModelSpec = {
  readonly read: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly create?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly update?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly filters: v.ObjectEntries;
  /** Query parameters of a removal besides the ids. */
  readonly remove?: v.ObjectEntries;
  /** Fields of a list page besides `results` and `count`. */
  readonly page?: v.ObjectEntries;
  /** A field that is cleared by being read, so that the next answer lacks it. */
  readonly clearedByReading?: string;
  readonly form?: { readonly title: string; readonly fields: readonly string[] };
};

const optionalId = v.optional(QueryId);
const optionalFlag = v.optional(QueryFlag);
const optionalIdOrZero = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)));

/** The models by lowercase name; there are no others (spec §3). */
export const modelRegistry = {
  bet: {
    read: m.Bet,
    create: inputs.BetInput,
    update: inputs.BetUpdate,
    filters: { post: optionalId, item: optionalId, itemOption: optionalId },
    remove: {
      version: v.optional(v.pipe(QueryNumber, v.minValue(0), v.maxValue(inputs.maxBetVersion))),
    },
  },
  clan: {
    read: m.Group,
    create: inputs.GroupInput,
    update: inputs.GroupUpdate,
    // With `section`: groups invited to that league; with `invited` false, the others.
    filters: { section: optionalId, invited: optionalFlag },
    form: { title: 'newClan', fields: ['name'] },
  },
  section: {
    read: m.League,
    create: inputs.LeagueInput,
    update: inputs.LeagueUpdate,
    filters: {
      custom: optionalFlag,
      active: optionalFlag,
      mine: optionalFlag,
      is_staff: optionalFlag,
      invited: optionalFlag,
      code: v.optional(QueryText(20)),
    },
    clearedByReading: 'new',
    form: { title: 'createNewLeague', fields: ['name'] },
  },
  post: {
    read: m.Post,
    create: inputs.PostInput,
    update: inputs.PostUpdate,
    filters: {
      section: optionalId,
      pinned: optionalFlag,
      active: optionalFlag,
      code: v.optional(QueryText(20)),
      to_bet: optionalFlag,
      // Posts without a league.
      everyone: optionalFlag,
      state: v.optional(v.picklist(m.gameStates)),
      // `chat`: ordered by the latest chat message, instead of the feed's order.
      order: v.optional(v.picklist(['chat'])),
      // Only these ids, in any league.
      ids: v.optional(QueryIds),
      // The moment whose order the pages follow: `now` with the first page, then the `as_of` that it answers.
      as_of: v.optional(v.union([v.literal('now'), TimestampInput])),
    },
    page: {
      as_of: v.optional(Timestamp),
      // With `as_of=now`: the id of the newest live event that the answer includes; absent where it is not known.
      last_event: v.optional(v.number()),
    },
    form: { title: 'editPost', fields: ['description', 'due_date'] },
  },
  postcomment: {
    read: m.Message,
    create: inputs.MessageInput,
    update: inputs.MessageUpdate,
    // Newest first. With `after` alone: the messages directly after it. With `before` or `after` alone, `count` includes at
    // most `limits.chat.counted` messages beyond the page.
    filters: { comment_post: optionalId, before: optionalId, after: optionalIdOrZero },
  },
  itemtype: {
    read: m.ItemType,
    create: inputs.ItemTypeInput,
    update: inputs.ItemTypeUpdate,
    // 0 for the root types.
    filters: { parent: optionalIdOrZero },
    form: { title: 'newItemType', fields: ['name', 'type'] },
  },
  itemrule: {
    read: m.ItemRule,
    create: inputs.ItemRuleInput,
    update: inputs.ItemRuleUpdate,
    filters: { itemType: optionalId },
    form: { title: 'newItemRule', fields: ['name', 'key', 'type', 'required'] },
  },
  item: {
    read: m.Item,
    create: inputs.ItemInput,
    update: inputs.ItemUpdate,
    filters: { post: optionalId, ids: v.optional(QueryIds) },
    form: {
      title: 'editItem',
      fields: [
        'description',
        'roundName',
        'gameTimeDisplay',
        'shortStatusText',
        'gameTimeAndStatusDisplayType',
      ],
    },
  },
  itemoption: { read: m.ItemOption, update: inputs.ItemOptionUpdate, filters: { item: optionalId } },
  option: {
    read: m.Option,
    create: inputs.OptionInput,
    update: inputs.OptionUpdate,
    filters: { section: optionalId },
    form: { title: 'newOption', fields: ['name'] },
  },
  member: {
    read: m.Member,
    update: inputs.MemberUpdate,
    filters: { section: optionalId, clan: optionalId, onSectionOnly: optionalId },
  },
  notification: {
    read: m.Notification,
    update: v.strictObject({ id: v.optional(v.number()), new: v.optional(v.literal(false)) }),
    filters: { new: optionalFlag },
  },
} as const satisfies Record<string, ModelSpec>;

export type ModelName = keyof typeof modelRegistry;
export const modelNames = keysOf(modelRegistry);

/** The model's name for a name in any case; null if there is no such model. */
export function modelName(name: string): ModelName | null {
  const lower = name.toLowerCase();
  return modelNames.find((known) => known === lower) ?? null;
}

/** The query schema of a model's list: paging, search and its filters; strict. */
export function listQuery(name: ModelName) {
  return v.strictObject({ ...pageEntries, ...(modelRegistry[name].filters as v.ObjectEntries) });
}

type Models = typeof modelRegistry;
export type Row<Name extends ModelName> = v.InferOutput<Models[Name]['read']>;
export type Page<T> = {
  results: T[];
  count: number;
  as_of?: string | undefined;
  last_event?: number | undefined;
};
/** The parsed list filters of a model. */
export type FiltersOf<Name extends ModelName> = {
  readonly [Filter in keyof Models[Name]['filters']]?: v.InferOutput<
    Extract<Models[Name]['filters'][Filter], v.GenericSchema>
  >;
};
export type ListQueryOf<Name extends ModelName> = FiltersOf<Name> & {
  readonly [Entry in keyof typeof pageEntries]?: v.InferOutput<(typeof pageEntries)[Entry]>;
};
/** The parsed query parameters of a removal besides the ids. */
export type RemoveQueryOf<Name extends ModelName> = Models[Name] extends { remove: infer Entries }
  ? { readonly [Entry in keyof Entries]?: v.InferOutput<Extract<Entries[Entry], v.GenericSchema>> }
  : object;
export type CreateOf<Name extends ModelName> = Models[Name] extends {
  create: infer S extends v.GenericSchema;
}
  ? v.InferInput<S>
  : never;
export type UpdateOf<Name extends ModelName> = Models[Name] extends {
  update: infer S extends v.GenericSchema;
}
  ? v.InferInput<S>
  : never;

export function pageSchema(name: ModelName) {
  const { read, page }: ModelSpec = modelRegistry[name];
  return v.object({ ...listOf(read).entries, ...page });
}
