import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { Problem } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { Caller } from '#server/auth/sessions.ts';
import type { Platform } from '#server/boot/platform.ts';
import { StartError } from '#server/boot/start-error.ts';
import { mountCalls } from '#server/endpoints/call-routes.ts';
import { mountModels } from '#server/endpoints/model-routes.ts';
import type { Api, Env } from '#server/http/env.ts';
import { errorHandler } from '#server/http/errors.ts';

/**
 * The operator's commands on staff's objects, as calls of the API in this process: the same validation, policies and
 * locks. The caller is the first superuser, who becomes the author of posts.
 */

type Kind = {
  readonly model: string;
  /** Filters that list the rows of this kind. */
  readonly filters: Readonly<Record<string, string>>;
  /** Fields that every new row of this kind has. */
  readonly presetFields: Readonly<Record<string, unknown>>;
  /** Fields that distinguish a row of this kind from the model's others. */
  readonly discriminator: Readonly<Record<string, unknown>>;
  /** Fields by which a new row equals an existing one. */
  readonly uniqueBy: readonly string[];
  /** Archived and reopened by the field `active`; otherwise removed for good. */
  readonly reopens: boolean;
};

/** All rows of the model are of the kind. */
const removable = { filters: {}, presetFields: {}, discriminator: {}, reopens: false };

const kinds = {
  leagues: {
    model: 'section',
    filters: { custom: 'False' },
    presetFields: { custom: false },
    discriminator: { custom: false },
    uniqueBy: ['name'],
    reopens: true,
  },
  posts: {
    model: 'post',
    filters: { everyone: 'True' },
    presetFields: { section: null },
    // The rules and the terms are posts too, with a slug.
    discriminator: { section: null, slug: null },
    uniqueBy: ['description'],
    reopens: true,
  },
  types: { ...removable, model: 'itemtype', uniqueBy: ['name', 'parent'] },
  rules: { ...removable, model: 'itemrule', uniqueBy: ['key', 'itemType'] },
  staff: { ...removable, model: 'role', uniqueBy: [] },
} as const satisfies Record<string, Kind>;
const isKind = (word: string): word is keyof typeof kinds => Object.hasOwn(kinds, word);

function kindOf(word: string, { changed = true } = {}): Kind {
  const known = Object.keys(kinds).filter((name) => !changed || name !== 'staff');
  if (!isKind(word) || !known.includes(word)) throw new StartError(`KIND is one of ${known.join(', ')}`);
  return kinds[word];
}

const Row = v.looseObject({ id: v.number() });
type Row = v.InferOutput<typeof Row>;
const Page = v.object({ results: v.array(Row), count: v.number() });

async function operator({ db }: Platform): Promise<Caller> {
  const first = await db
    .selectFrom('members')
    .select('id')
    .where('is_superuser', '=', true)
    .orderBy('id')
    .executeTakeFirst();
  if (!first) throw new StartError('name a superuser first: npm run admin -- grant-superuser PHONE');
  return { id: first.id, sessionId: 0, isStaff: true, isSuperuser: true };
}

/** The API of this process for a caller without a session. */
function apiOf(platform: Platform, me: Caller): Api {
  const api: Api = new Hono<Env>({ strict: false });
  api.onError(errorHandler(platform.log));
  api.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.set('address', '');
    c.set('memberId', me.id);
    c.set('me', me);
    c.set('token', null);
    await next();
  });
  mountCalls(api, platform);
  mountModels(api, platform);
  return api;
}

/** A refusal as one line of text. */
function refusalText({ detail, fields = {} }: v.InferOutput<typeof Problem>): string {
  const named = Object.entries(fields).map(
    ([name, { code, limit }]) => `${name || 'FIELDS'}: ${code}${limit === undefined ? '' : ` (${limit})`}`,
  );
  return named.length > 0 ? named.join('; ') : detail;
}

type CallInput = { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown };

/** Calls the API as a member without a session; returns the parsed response, or throws a StartError with the refusal. */
export async function callAs<S extends v.GenericSchema>(
  platform: Platform,
  caller: Caller,
  answer: S,
  method: string,
  path: string,
  { query = {}, body }: CallInput = {},
): Promise<v.InferOutput<S>> {
  const api = apiOf(platform, caller);
  const response = await api.request(`/api/${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said: unknown = await response.json();
  if (!response.ok) throw new StartError(refusalText(v.parse(Problem, said)));
  return v.parse(answer, said);
}

/** Calls the API as the operator. */
export const call = async <S extends v.GenericSchema>(
  platform: Platform,
  answer: S,
  method: string,
  path: string,
  input?: CallInput,
): Promise<v.InferOutput<S>> => callAs(platform, await operator(platform), answer, method, path, input);

/** All rows of a kind, page by page. */
async function rowsOf(
  platform: Platform,
  { model, filters }: Kind,
  more: Record<string, string> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const query = { ...filters, ...more, limit: `${limits.page.max}`, offset: `${rows.length}` };
    const { results, count } = await call(platform, Page, 'GET', `${model}/`, { query });
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.split('\n')[0] : undefined);
const nameOf = ({ name, description }: Row) => textOf(name) || textOf(description) || '';
const noteOf = ({ active, role, key, type, parent, itemType }: Row) =>
  [
    active === false && 'archived',
    role,
    key,
    type,
    typeof parent === 'number' && `of ${parent}`,
    typeof itemType === 'number' && `of ${itemType}`,
  ].filter((note) => typeof note === 'string' && note !== '');

/** The rows of a kind, one a line: id, name and notes. */
export async function list(platform: Platform, word: string): Promise<string> {
  const kind = kindOf(word, { changed: false });
  const closed = word === 'posts' ? await rowsOf(platform, kind, { active: 'False' }) : [];
  const lines = [...(await rowsOf(platform, kind)), ...closed].map((row) =>
    [row.id, nameOf(row), ...noteOf(row)].join('  '),
  );
  return lines.join('\n') || `no ${word}`;
}

function parseFields(text: string): Record<string, unknown> {
  try {
    return v.parse(v.looseObject({}), JSON.parse(text));
  } catch {
    throw new StartError(`FIELDS is JSON, such as '{"name":"..."}'`);
  }
}

/** Creates a row, unless an equal one exists, so that it can be repeated after a lost response. */
export async function create(platform: Platform, word: string, text: string): Promise<string> {
  const kind = kindOf(word);
  const body = { ...parseFields(text), ...kind.presetFields };
  const values: Record<string, unknown> = { parent: null, itemType: null, ...body };
  const there = (await rowsOf(platform, kind)).find(
    (row) => row['active'] !== false && kind.uniqueBy.every((field) => row[field] === values[field]),
  );
  if (there) return `${word} has it already: ${there.id}  ${nameOf(there)}`;
  const made = await call(platform, Row, 'POST', `${kind.model}/`, { body });
  return `${word} has a new one: ${made.id}  ${nameOf(made)}`;
}

export function requireId(text: string): string {
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new StartError(`${text} is no id: npm run admin -- list shows them`);
  return text;
}

/** Throws a StartError if the id is not of this kind, archived or not. */
async function requireKind(platform: Platform, word: string, id: string): Promise<void> {
  const { model, discriminator } = kindOf(word);
  const row = await call(platform, Row, 'GET', `${model}/${id}/`);
  if (Object.entries(discriminator).some(([field, value]) => row[field] !== value))
    throw new StartError(`${id} is none of the ${word}: npm run admin -- list ${word} shows them`);
}

export async function archive(platform: Platform, word: string, typed: string): Promise<string> {
  const { model, reopens } = kindOf(word);
  const id = requireId(typed);
  await requireKind(platform, word, id);
  if (reopens) await call(platform, Row, 'PUT', `${model}/${id}/`, { body: { active: false } });
  else await call(platform, v.unknown(), 'DELETE', `${model}/`, { query: { ids: id } });
  return `${word}: ${id} is archived`;
}

export async function reopen(platform: Platform, word: string, typed: string): Promise<string> {
  const { model, reopens } = kindOf(word);
  if (!reopens) throw new StartError(`${word} are not reopened: create it again`);
  const id = requireId(typed);
  await requireKind(platform, word, id);
  await call(platform, Row, 'PUT', `${model}/${id}/`, { body: { active: true } });
  return `${word}: ${id} is open again`;
}
