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

/** A parsed list query, with its page window. */
type ListQuery<N extends ModelName> = FiltersOf<N> & PageWindow & { readonly search?: string };
export type CreateInput<N extends ModelName> = InputOf<N, 'create'>;
/** Without the id, which is in the path; the body may repeat it. */
export type UpdateInput<N extends ModelName> = Omit<InputOf<N, 'update'>, 'id'>;

/** A response that is already JSON text. */
export class JsonText<Answer> {
  /** Type of the parsed text; no value at run time. */
  declare readonly of: Answer;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The generic calls of one model. The policy is checked before any of these runs, and the objects of get, update and remove
 * exist and are visible. Writes run in the request's transaction, which has locked the rows of the policy, and the objects
 * of update and remove as `change` (auth/access.ts). A model endpoint may write its own row; whatever takes another
 * lock, counts a limit, writes another table or notifies is a command.
 */
export type ModelEndpoint<N extends ModelName> = {
  list?(ctx: Context, query: ListQuery<N>): Promise<Page<Row<N>> | JsonText<Page<Row<N>>>>;
  /** null: 404. `code` is the join code of a shared link. */
  get?(ctx: Context, id: number, code: string | null): Promise<Row<N> | null>;
  /** The object that a new row is created in and whose access the policy checks; null for none. */
  parentOf?(input: CreateInput<N>): Target | null;
  /** At most 50 at once, all or nothing; results in the order of the inputs. `bulk`: the inputs came as an array. */
  create?(ctx: MemberContext, inputs: CreateInput<N>[], bulk: boolean): Promise<Row<N>[]>;
  /**
   * The same in one statement that checks the policy itself, before the request's transaction; null: it did nothing, and
   * `create` decides in that transaction.
   */
  createAtOnce?(ctx: MemberContext, inputs: CreateInput<N>[], bulk: boolean): Promise<Row<N>[] | null>;
  update?(ctx: MemberContext, id: number, input: UpdateInput<N>): Promise<Row<N>>;
  /** Soft removal of at most 50 at once, all or nothing. */
  remove?(ctx: MemberContext, ids: number[], query: RemoveQueryOf<N>): Promise<void>;
};
