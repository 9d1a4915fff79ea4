import * as v from 'valibot';
import { calls, type ResponseOf, type BodyOf, type CallName, type QueryOf } from '#contract/calls.ts';
import { modelRegistry, type ModelName, type Page, type Row } from '#contract/model-registry.ts';
import { listOf } from '#contract/primitives.ts';
import type { HttpClient, RequestParts } from './http-client.ts';

type Query = Record<string, unknown>;

/** The whole API as functions: the named calls, and the generic ones of every model. */
export function createApi(sender: HttpClient) {
  return {
    /** One of the contract's named calls. */
    call<Name extends CallName>(
      name: Name,
      sent: { query?: QueryOf<Name>; body?: BodyOf<Name>; key?: string; signal?: AbortSignal } = {},
    ): Promise<ResponseOf<Name>> {
      return sender.call(calls[name], sent as RequestParts);
    },
    list<Name extends ModelName>(
      model: Name,
      query: Query = {},
      signal?: AbortSignal,
    ): Promise<Page<Row<Name>>> {
      return sender.send('GET', `${model}/`, listOf(modelRegistry[model].read), { query, signal });
    },
    get<Name extends ModelName>(
      model: Name,
      id: number | string,
      query: Query = {},
      signal?: AbortSignal,
    ): Promise<Row<Name>> {
      const path = `${model}/${encodeURIComponent(id)}/`;
      return sender.send('GET', path, modelRegistry[model].read, { query, signal });
    },
    create<Name extends ModelName>(model: Name, body: unknown, key?: string): Promise<Row<Name>> {
      return sender.send('POST', `${model}/`, modelRegistry[model].read, { body, key });
    },
    createMany<Name extends ModelName>(model: Name, body: unknown[], key?: string): Promise<Row<Name>[]> {
      return sender.send('POST', `${model}/`, v.array(modelRegistry[model].read as v.GenericSchema), {
        body,
        key,
      }) as Promise<Row<Name>[]>;
    },
    update<Name extends ModelName>(model: Name, id: number, body: unknown): Promise<Row<Name>> {
      return sender.send('PUT', `${model}/${id}/`, modelRegistry[model].read, { body });
    },
    /** One change for every row the caller has of a model. */
    updateAll(model: ModelName, body: unknown): Promise<unknown> {
      return sender.send('PUT', `${model}/`, v.unknown(), { body });
    },
    remove(model: ModelName, ids: readonly number[]): Promise<unknown> {
      return sender.send('DELETE', `${model}/`, v.unknown(), { query: { ids: ids.join(',') } });
    },
  };
}

export type Api = ReturnType<typeof createApi>;
