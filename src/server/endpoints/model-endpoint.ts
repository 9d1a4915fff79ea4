import type * as v from 'valibot';
import type {
  FiltersOf,
  ModelName,
  Page,
  modelRegistry,
  RemoveQueryOf,
  Row,
} from '#contract/model-registry.ts';
import type { Target } from '#server/auth/access.ts';
import type { Context, MemberContext } from '#server/http/context.ts';
import type { PageWindow } from '#server/queries/paged.ts';

type Registry = typeof modelRegistry;
type InputOf<N extends ModelName, Verb extends 'create' | 'update'> = Registry[N] extends {
  [K in Verb]: infer Schema extends v.GenericSchema;
}
  ? v.InferOutput<Schema>
  : never;

/** A list's query, parsed, with its window. */
type ListQuery<N extends ModelName> = FiltersOf<N> & PageWindow & { readonly search?: string };
export type CreateInput<N extends ModelName> = InputOf<N, 'create'>;
/** Without the id, which is in the path; in the body it may be repeated. */
export type UpdateInput<N extends ModelName> = Omit<InputOf<N, 'update'>, 'id'>;

/** An answer that is JSON already. */
export class JsonText<Answer> {
  /** What it says. */
  declare readonly of: Answer;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * One model behind the generic calls. The policy has been checked before any of these runs, and the objects of get,
 * update and remove exist and are visible. Writes run in the request's transaction, which has locked what the policy
 * was checked on, and the objects of update and remove to change them (auth/access.ts). A model endpoint may write its
 * own row; what takes another lock, counts a limit, touches another table or notifies anybody is a command.
 */
export type ModelEndpoint<N extends ModelName> = {
  list?(ctx: Context, query: ListQuery<N>): Promise<Page<Row<N>> | JsonText<Page<Row<N>>>>;
  /** null: 404. `code` came along in a shared link. */
  get?(ctx: Context, id: number, code: string | null): Promise<Row<N> | null>;
  /** The object a new row is created in, whose access the policy checks; null: none. */
  parentOf?(input: CreateInput<N>): Target | null;
  /** At most 50 at once, all or nothing; results in the order of the inputs. `bulk`: they came as an array. */
  create?(ctx: MemberContext, inputs: CreateInput<N>[], bulk: boolean): Promise<Row<N>[]>;
  /**
   * The same in one statement that judges the caller itself, before the request's transaction; null: nothing was done,
   * and `create` in that transaction decides.
   */
  createAtOnce?(ctx: MemberContext, inputs: CreateInput<N>[], bulk: boolean): Promise<Row<N>[] | null>;
  update?(ctx: MemberContext, id: number, input: UpdateInput<N>): Promise<Row<N>>;
  /** At most 50 at once, all or nothing, soft. */
  remove?(ctx: MemberContext, ids: number[], query: RemoveQueryOf<N>): Promise<void>;
};
