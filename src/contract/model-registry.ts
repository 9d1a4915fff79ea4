import * as v from 'valibot';
import * as inputs from './inputs.ts';
import * as m from './models.ts';
import { keysOf, listOf, QueryText, Timestamp } from './primitives.ts';
import { pageEntries, QueryFlag, QueryId, QueryIds, QueryNumber } from './list-query.ts';
import { TimestampInput } from './timestamp-input.ts';

/**
 * One model of the generic calls: what it answers with, what may be sent, and how its list is filtered.
 * No schema, no verb. `form` names the fields of its data-driven form, in order, and the form's title.
 */
export type ModelSpec = {
  readonly read: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly create?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly update?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly filters: v.ObjectEntries;
  /** What a removal may say besides the ids. */
  readonly remove?: v.ObjectEntries;
  /** What a page of its list holds besides its rows and their count. */
  readonly page?: v.ObjectEntries;
  /** An answered field that the next answer has no more, because this one was read. */
  readonly clearedByReading?: string;
  readonly form?: { readonly title: string; readonly fields: readonly string[] };
};

const optionalId = v.optional(QueryId);
const optionalFlag = v.optional(QueryFlag);
const optionalIdOrZero = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)));

/** The closed registry, by lowercased name (spec §3). */
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
    // With a league: the groups that were invited to it, or with `invited` false the others.
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
      // Posts for everyone: those in no league.
      everyone: optionalFlag,
      state: v.optional(v.picklist(m.gameStates)),
      // By the latest message of their chats, in place of the feed's order.
      order: v.optional(v.picklist(['chat'])),
      // These alone, wherever they are.
      ids: v.optional(QueryIds),
      // The moment that the order is of: `now` with the first page, which answers it, and that with each later one.
      as_of: v.optional(v.union([v.literal('now'), TimestampInput])),
    },
    page: { as_of: v.optional(Timestamp) },
    form: { title: 'editPost', fields: ['description', 'due_date'] },
  },
  postcomment: {
    read: m.Message,
    create: inputs.MessageInput,
    update: inputs.MessageUpdate,
    // Newest first; with `after` alone the ones next to it are chosen.
    filters: { comment_post: optionalId, before: optionalId, after: optionalIdOrZero },
  },
  itemtype: {
    read: m.ItemType,
    create: inputs.ItemTypeInput,
    update: inputs.ItemTypeUpdate,
    // 0 asks for the roots.
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

/** Any case of a model's name, or null: the registry is closed. */
export function modelName(name: string): ModelName | null {
  const lower = name.toLowerCase();
  return modelNames.find((known) => known === lower) ?? null;
}

/** The query of a model's list: paging, search and its own filters; anything else is refused. */
export function listQuery(name: ModelName) {
  return v.strictObject({ ...pageEntries, ...(modelRegistry[name].filters as v.ObjectEntries) });
}

type Models = typeof modelRegistry;
export type Row<Name extends ModelName> = v.InferOutput<Models[Name]['read']>;
export type Page<T> = { results: T[]; count: number; as_of?: string | undefined };
/** What filters a model's list, as its server reads it. */
export type FiltersOf<Name extends ModelName> = {
  readonly [Filter in keyof Models[Name]['filters']]?: v.InferOutput<
    Extract<Models[Name]['filters'][Filter], v.GenericSchema>
  >;
};
export type ListQueryOf<Name extends ModelName> = FiltersOf<Name> & {
  readonly [Entry in keyof typeof pageEntries]?: v.InferOutput<(typeof pageEntries)[Entry]>;
};
/** What a removal may say besides the ids, as its server reads it. */
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
