import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import {
  listQuery,
  modelName,
  pageSchema,
  modelRegistry,
  type ModelName,
  type ModelSpec,
} from '#contract/model-registry.ts';
import { QueryText } from '#contract/primitives.ts';
import type { Context, MemberContext } from '#server/http/context.ts';
import type { Api, HonoContext } from '#server/http/env.ts';
import { pageWindow, parseInput, readJson, readQuery } from '#server/http/input.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import type { Platform } from '#server/boot/platform.ts';
import { modelPolicies, type AccessRule, type ModelVerb } from '#server/auth/policies.ts';
import { modelEndpoints } from '#server/endpoints.ts';
import {
  accessWithoutObject,
  authorize,
  resolveId,
  findAccess,
  enforceRule,
  requireVisible,
  type Target,
} from '#server/auth/access.ts';
import { inRequestTransaction, contextOf, respond } from './pipeline.ts';

/** The generic calls of spec §7, for every model and verb of the registry. */

/** A model endpoint without its types: the routes parse with the model's schemas. */
type AnyModelEndpoint = {
  list?(ctx: Context, query: object): Promise<unknown>;
  get?(ctx: Context, id: number, code: string | null): Promise<unknown>;
  parentOf?(input: unknown): Target | null;
  create?(ctx: MemberContext, inputs: unknown[], bulk: boolean): Promise<unknown[]>;
  createAtOnce?(ctx: MemberContext, inputs: unknown[], bulk: boolean): Promise<unknown[] | null>;
  update?(ctx: MemberContext, id: number, input: object): Promise<unknown>;
  remove?(ctx: MemberContext, ids: number[], query: object): Promise<void>;
};
type AnyListQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  [filter: string]: unknown;
};
type ModelRoute = { name: ModelName; spec: ModelSpec; resource: AnyModelEndpoint; rule: AccessRule };

/** The model's endpoint and policy for a verb; 404 if there is none. */
function findRoute(c: HonoContext, verb: ModelVerb): ModelRoute {
  const name = modelName(c.req.param('model') ?? '');
  const resource: AnyModelEndpoint | null = name && modelEndpoints[name];
  const rule = name && modelPolicies[name][verb];
  if (!name || !resource?.[verb] || !rule) throw problem.notFound();
  return { name, spec: modelRegistry[name], resource, rule };
}

/** The request's context; 401 before the input is parsed. */
function contextFor(c: HonoContext, platform: Platform, rule: AccessRule): Context {
  const ctx = contextOf(c, platform);
  if (!ctx.me && rule !== 'guest') throw problem.unauthenticated();
  return ctx;
}

function requireMember(ctx: Context): MemberContext {
  const { me } = ctx;
  if (!me) throw problem.unauthenticated();
  return { ...ctx, me };
}

/** Filters that are ids of an object: 404 unless it is visible to the caller. */
const filterTargets: Record<string, ModelName> = {
  section: 'section',
  onSectionOnly: 'section',
  clan: 'clan',
  post: 'post',
  comment_post: 'post',
  item: 'item',
  itemOption: 'itemoption',
  itemType: 'itemtype',
};

async function list(c: HonoContext, platform: Platform): Promise<Response> {
  const { name, resource, rule } = findRoute(c, 'list');
  const ctx = contextFor(c, platform, rule);
  const { page, limit, offset, ...filters }: AnyListQuery = readQuery(c, listQuery(name));
  enforceRule(ctx, rule, accessWithoutObject(ctx));
  for (const [filter, model] of Object.entries(filterTargets)) {
    const id = filters[filter];
    if (typeof id === 'number') await requireVisible(ctx, { model, id });
  }
  const query = { ...filters, ...pageWindow({ page, limit, offset }) };
  return respond(c, pageSchema(name), await resource.list?.(ctx, query), 200);
}

const codeQuery = v.strictObject({ code: v.optional(QueryText(20)) });
const noQuery = v.strictObject({});

async function get(c: HonoContext, platform: Platform): Promise<Response> {
  const { name, spec, resource, rule } = findRoute(c, 'get');
  const ctx = contextFor(c, platform, rule);
  const query: { code?: string | undefined } = readQuery(c, 'code' in spec.filters ? codeQuery : noQuery);
  const target: Target = { model: name, id: c.req.param('id') ?? '' };
  const access = await findAccess(ctx, target);
  if (access) enforceRule(ctx, rule, access);
  // The endpoint decides whether an invisible league or post is shown as a preview, by code or invitation.
  const id = access?.id ?? ('code' in spec.filters ? await resolveId(ctx, target) : null);
  const row = id === null ? null : await resource.get?.(ctx, id, query.code ?? null);
  if (!row) throw problem.notFound();
  return respond(c, spec.read, row, 200);
}

/** The inputs of a create: one object, or an array, whose field errors have an index. */
function readInputs(schema: v.GenericSchema, body: unknown): { inputs: unknown[]; bulk: boolean } {
  if (!Array.isArray(body)) return { inputs: [parseInput(schema, body)], bulk: false };
  if (body.length === 0) throw problem.field('', 'required');
  if (body.length > limits.bulk) throw problem.field('', 'too_big', limits.bulk);
  return { inputs: parseInput<v.GenericSchema<unknown, unknown[]>>(v.array(schema), body), bulk: true };
}

/** Checks the policy of a create on the parents of all rows, in one query. */
async function authorizeCreate(
  ctx: Context,
  resource: AnyModelEndpoint,
  inputs: unknown[],
  rule: AccessRule,
): Promise<Context> {
  const targets = inputs.map((input) => resource.parentOf?.(input) ?? null);
  if (targets.includes(null)) enforceRule(ctx, rule, accessWithoutObject(ctx));
  const model = targets.find((target) => target !== null)?.model;
  const ids = new Set(targets.flatMap((target) => (target ? [Number(target.id)] : [])));
  return authorize(ctx, model ? { model, ids: [...ids] } : null, rule);
}

async function create(c: HonoContext, platform: Platform): Promise<Response> {
  const { spec, resource, rule } = findRoute(c, 'create');
  const ctx = contextFor(c, platform, rule);
  readQuery(c, noQuery);
  if (!spec.create) throw problem.notFound();
  const { inputs, bulk } = readInputs(spec.create, await readJson(c));
  const answerOf = (rows: unknown[]) => (bulk ? rows : rows[0]);
  const atOnce = await resource.createAtOnce?.(requireMember(ctx), inputs, bulk);
  const created = atOnce
    ? answerOf(atOnce)
    : await inRequestTransaction(ctx, 201, async (txContext) => {
        const authorized = await authorizeCreate(txContext, resource, inputs, rule);
        return answerOf((await resource.create?.(requireMember(authorized), inputs, bulk)) ?? []);
      });
  return respond(c, bulk ? v.array(spec.read) : spec.read, created, 201);
}

type Body = { readonly [field: string]: unknown };

const isObject = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Fields of an update's body that its schema does not accept, although they are fields of the model's response. */
const answeredFields = ({ read, update: writable }: ModelSpec, body: Body): string[] =>
  Object.keys(body).filter((name) => {
    const schema = writable?.entries[name];
    return Object.hasOwn(read.entries, name) && !(schema && v.is(schema, body[name]));
  });

/** The body without those fields that equal the current response (null if the caller may not read), so that an object can be sent back whole. */
function withoutUnchanged(spec: ModelSpec, body: Body, answer: unknown): Body {
  const current = v.parse(v.record(v.string(), v.unknown()), JSON.parse(JSON.stringify(answer ?? {})));
  const unchanged = answeredFields(spec, body).filter(
    (name) =>
      isDeepStrictEqual(body[name], current[name]) ||
      (spec.clearedByReading === name && typeof body[name] === typeof current[name]),
  );
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unchanged.includes(name)));
}

async function update(c: HonoContext, platform: Platform): Promise<Response> {
  const { name, spec, resource, rule } = findRoute(c, 'update');
  const ctx = contextFor(c, platform, rule);
  readQuery(c, noQuery);
  const { update: schema } = spec;
  if (!schema) throw problem.notFound();
  const parse = (body: unknown): { id?: unknown } => v.parse(v.looseObject({}), parseInput(schema, body));
  const body = await readJson(c);
  const answered = isObject(body) && answeredFields(spec, body).length > 0 ? body : null;
  const parsed = answered ? null : parse(body);
  const row = await inRequestTransaction(ctx, 200, async (txContext) => {
    const id = orNotFound(await resolveId(txContext, { model: name, id: c.req.param('id') ?? '' }));
    const authorized = requireMember(await authorize(txContext, { model: name, ids: [id] }, rule, 'change'));
    const { id: repeated = id, ...fields } =
      parsed ??
      parse(answered && withoutUnchanged(spec, answered, await resource.get?.(authorized, id, null)));
    if (repeated !== id) throw problem.field('id', 'invalid');
    return resource.update?.(authorized, id, fields);
  });
  return respond(c, spec.read, row, 200);
}

const removedIds = {
  ids: v.pipe(
    v.string(),
    v.regex(/^\d{1,10}(,\d{1,10})*$/),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(limits.bulk),
  ),
};

async function remove(c: HonoContext, platform: Platform): Promise<Response> {
  const { name, spec, resource, rule } = findRoute(c, 'remove');
  const ctx = contextFor(c, platform, rule);
  const { ids, ...query } = readQuery(c, v.strictObject({ ...removedIds, ...spec.remove }));
  await inRequestTransaction(ctx, 200, async (txContext) => {
    const authorized = await authorize(txContext, { model: name, ids }, rule, 'change');
    await resource.remove?.(requireMember(authorized), ids, query);
  });
  return respond(c, v.object({ res: v.literal(1) }), { res: 1 }, 200);
}

/** Mounts the models. After the calls, which take precedence over models of the same name. */
export function mountModels(api: Api, platform: Platform): void {
  api.get('/api/:model', (c) => list(c, platform));
  api.post('/api/:model', (c) => create(c, platform));
  api.delete('/api/:model', (c) => remove(c, platform));
  api.get('/api/:model/:id', (c) => get(c, platform));
  api.put('/api/:model/:id', (c) => update(c, platform));
}
