import * as v from 'valibot';
import * as m from './models.ts';
import { listOf, pageEntries, QueryFlag, QueryId, QueryIds, QueryText } from './values.ts';

/**
 * One model of the generic calls: what it answers with, what may be sent, and how its list is filtered.
 * No schema, no verb. `form` names the fields of its data-driven form, in order, and the form's title.
 */
export type ModelSpec = {
  readonly read: v.GenericSchema;
  readonly create?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly update?: v.GenericSchema & { readonly entries: v.ObjectEntries };
  readonly filters: v.ObjectEntries;
  readonly form?: { readonly title: string; readonly fields: readonly string[] };
};

const id = v.optional(QueryId);
const flag = v.optional(QueryFlag);
const fromZero = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)));

/** The closed registry, by lowercased name (spec §3). */
export const registry = {
  bet: {
    read: m.Bet,
    create: m.BetInput,
    update: m.BetUpdate,
    filters: { post: id, item: id, itemOption: id },
  },
  clan: {
    read: m.Group,
    create: m.GroupInput,
    update: m.GroupUpdate,
    // With a league: the groups that were invited to it, or with `invited` false the others.
    filters: { section: id, invited: flag },
    form: { title: 'newClan', fields: ['name'] },
  },
  section: {
    read: m.League,
    create: m.LeagueInput,
    update: m.LeagueUpdate,
    filters: {
      custom: flag,
      active: flag,
      mine: flag,
      is_staff: flag,
      invited: flag,
      code: v.optional(QueryText(20)),
    },
    form: { title: 'createNewLeague', fields: ['name'] },
  },
  post: {
    read: m.Post,
    create: m.PostInput,
    update: m.PostUpdate,
    filters: {
      section: id,
      pinned: flag,
      active: flag,
      code: v.optional(QueryText(20)),
      to_bet: flag,
      state: v.optional(v.picklist(m.gameStates)),
      // These alone, wherever they are.
      ids: v.optional(QueryIds),
    },
    form: { title: 'editPost', fields: ['description', 'due_date'] },
  },
  postcomment: {
    read: m.Comment,
    create: m.CommentInput,
    update: m.CommentUpdate,
    // Newest first; with `after` alone the ones next to it are chosen.
    filters: { comment_post: id, before: id, after: fromZero },
  },
  itemtype: {
    read: m.ItemType,
    create: m.ItemTypeInput,
    update: m.ItemTypeUpdate,
    // 0 asks for the roots.
    filters: { parent: fromZero },
    form: { title: 'newItemType', fields: ['name', 'type'] },
  },
  itemrule: {
    read: m.ItemRule,
    create: m.ItemRuleInput,
    update: m.ItemRuleUpdate,
    filters: { itemType: id },
    form: { title: 'newItemRule', fields: ['name', 'key', 'type', 'required'] },
  },
  item: {
    read: m.Item,
    update: m.ItemUpdate,
    filters: { post: id },
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
  itemoption: { read: m.ItemOption, update: m.ItemOptionUpdate, filters: { item: id } },
  option: {
    read: m.Option,
    create: m.OptionInput,
    update: m.OptionUpdate,
    filters: { section: id },
    form: { title: 'newOption', fields: ['name'] },
  },
  member: { read: m.Member, update: m.MemberUpdate, filters: { section: id, clan: id, onSectionOnly: id } },
  notification: {
    read: m.Notification,
    update: v.strictObject({ id: v.optional(v.number()), new: v.literal(false) }),
    filters: { new: flag },
  },
} as const satisfies Record<string, ModelSpec>;

export type ModelName = keyof typeof registry;
export const modelNames = Object.keys(registry) as ModelName[];

/** Any case of a model's name, or null: the registry is closed. */
export function modelName(name: string): ModelName | null {
  const lower = name.toLowerCase();
  return Object.hasOwn(registry, lower) ? (lower as ModelName) : null;
}

/** The query of a model's list: paging, search and its own filters; anything else is refused. */
export function listQuery(name: ModelName) {
  return v.strictObject({ ...pageEntries, ...(registry[name].filters as v.ObjectEntries) });
}

export type Row<Name extends ModelName> = v.InferOutput<(typeof registry)[Name]['read']>;
export type Page<T> = { results: T[]; count: number };

export const pageSchema = (name: ModelName) => listOf(registry[name].read);
