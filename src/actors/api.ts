import {
  type CreateOf,
  type ListQueryOf,
  modelRegistry,
  type ModelName,
  type Page,
  type RemoveQueryOf,
  type Row,
  type UpdateOf,
} from '#contract/model-registry.ts';
import { arrayOf, listOf, Timestamp } from '#contract/primitives.ts';
import * as v from 'valibot';
import type { HttpClient, RequestOptions } from './http-client.ts';

/** A page of rows of a model. */
export const pageOf = <RowSchema extends v.GenericSchema>(row: RowSchema) =>
  v.object({
    ...listOf(row).entries,
    as_of: v.optional(Timestamp),
    last_event: v.optional(v.number()),
  });

/** The client of the contract's calls and of the generic model calls, typed by their schemas. */
export function createApi({ call, send }: HttpClient) {
  /** Creates a row (`id` null) or updates one. */
  const write = <Name extends ModelName>(
    model: Name,
    id: number | null,
    body: unknown,
    options: RequestOptions = {},
  ): Promise<Row<Name>> => {
    const [method, path] = id === null ? ['POST', `${model}/`] : ['PUT', `${model}/${id}/`];
    return send(method, path, modelRegistry[model].read, { ...options, body });
  };
  return {
    call,
    list: <Name extends ModelName>(
      model: Name,
      query: ListQueryOf<Name>,
      signal?: AbortSignal,
    ): Promise<Page<Row<Name>>> =>
      send('GET', `${model}/`, pageOf(modelRegistry[model].read), { query, signal }),
    /** Fetches one row. `code`: an invitation's join code, which shows a private league or game to an outsider. */
    get: <Name extends ModelName>(
      model: Name,
      id: number | string,
      { code, signal }: { code?: string | undefined; signal?: AbortSignal } = {},
    ): Promise<Row<Name>> => {
      const path = `${model}/${encodeURIComponent(id)}/`;
      return send('GET', path, modelRegistry[model].read, { query: { code }, signal });
    },
    create: <Name extends ModelName>(model: Name, body: CreateOf<Name>, options?: RequestOptions) =>
      write(model, null, body, options),
    createMany: <Name extends ModelName>(
      model: Name,
      body: readonly CreateOf<Name>[],
      signal?: AbortSignal,
    ): Promise<Row<Name>[]> =>
      send('POST', `${model}/`, arrayOf(modelRegistry[model].read), { body, signal }),
    update: <Name extends ModelName>(model: Name, id: number, body: UpdateOf<Name>) => write(model, id, body),
    /** Creates or updates from the values of a data-driven form; only the server's schema checks them. */
    save: <Name extends ModelName>(
      model: Name,
      id: number | null,
      body: Readonly<Record<string, unknown>>,
      options?: RequestOptions,
    ) => write(model, id, body, options),
    remove: <Name extends ModelName>(
      model: Name,
      ids: readonly number[],
      { query, signal }: { query?: RemoveQueryOf<Name>; signal?: AbortSignal } = {},
    ): Promise<unknown> => send('DELETE', `${model}/`, v.unknown(), { query: { ...query, ids }, signal }),
  };
}

export type Api = ReturnType<typeof createApi>;
