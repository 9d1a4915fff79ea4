import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { CallSpec } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import { Problem } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import {
  listQuery,
  modelNames,
  pageSchema,
  modelRegistry,
  type ModelName,
  type ModelSpec,
} from '#contract/model-registry.ts';
import { competitionSchema } from '#server/competitions/competition-format.ts';
import type { Api } from '#server/http/env.ts';
import { modelPolicies, type ModelVerb } from '#server/auth/policies.ts';
import { version } from '#server/http/version.ts';

/** The OpenAPI 3.1 document, generated from the schemas that validate requests. */

type Json = { [key: string]: unknown };
type WithEntries = v.GenericSchema & { readonly entries?: Readonly<Record<string, v.GenericSchema>> };

const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest;
};

const content = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } });

function parametersOf(query: WithEntries | undefined): Json[] {
  const ver = { name: 'ver', in: 'query', required: false, schema: { type: 'string' } };
  const parameters = Object.entries(query?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema.type !== 'optional',
    schema: schemaOf(schema, 'input'),
  }));
  return [...parameters, ver];
}

type Operation = {
  id: string;
  description?: string | undefined;
  query?: WithEntries | undefined;
  body?: v.GenericSchema | undefined;
  takesFile?: boolean | undefined;
  answer: Json;
  open: boolean;
  status?: 201;
};

const unchangedFields =
  'Fields that are not sent stay as they are. A field of the answer that is not listed may be sent back as it was ' +
  'answered, and is ignored; changed it is refused, 400 with its name in `fields`.';

/** What a file's sender has to know beyond its schema. */
const fileDescription =
  'A repeat under an Idempotency-Key is known by the bytes of its file. A file that is sent again without one is a ' +
  'picture of its own, and one whose id is saved with nothing is removed after an hour.';

const { liveHours, settledHours } = limits.feed;
/** Descriptions of the order of lists, where the filters do not explain it. */
const listDescriptions: Partial<Record<ModelName, string>> = {
  post:
    `The order: live games first (an item has started, or its date has passed, within ${liveHours} hours, and it has no ` +
    'result); then games with an item that takes bets and has none of the caller, the soonest to close first; then ' +
    `games with an item that was settled within ${settledHours} hours, the latest first; then the rest. Where these ` +
    'are alike, pinned posts come first, then the newest. With `to_bet=true` it is by closing date alone, with ' +
    '`order=chat` by the latest message: the games of the caller’s leagues, those without a message last. ' +
    'With `as_of=now` the answer has `as_of`, the moment that the order is of: sent with each later page, no post is ' +
    'repeated or lost because its part of the list changes meanwhile. It then also has `last_event`, where it is known: the ' +
    'id of the newest live event that it includes, so that a stream that brings none after it proves it current.',
};

const file: Json = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

function operation({ id, description, query, body, takesFile, answer, open, status }: Operation): Json {
  return {
    operationId: id,
    ...(description ? { description } : {}),
    parameters: parametersOf(query),
    ...(body ? { requestBody: { required: true, ...content(schemaOf(body, 'input')) } } : {}),
    ...(takesFile ? { requestBody: { required: true, ...content(file, 'multipart/form-data') } } : {}),
    ...(open ? { security: [{}, { token: [] }] } : {}),
    responses: {
      [status ?? 200]: { description: 'Done', ...content(answer) },
      default: {
        description:
          'A refusal: a parameter or a field that is not listed is one, 400 with its name in `fields`',
        ...content({ $ref: '#/components/schemas/Problem' }, 'application/problem+json'),
      },
    },
  };
}

function callPaths(paths: Record<string, Json>): void {
  for (const [id, spec] of Object.entries<CallSpec>(allCalls)) {
    const path = (paths[`/api/${spec.path}`] ??= {});
    path[spec.method.toLowerCase()] = operation({
      id,
      open: spec.open === true,
      answer: schemaOf(spec.answer, 'output'),
      query: spec.query,
      body: spec.body,
      takesFile: spec.takesFile,
      ...(spec.takesFile && { description: fileDescription }),
    });
  }
}

function modelPath(name: ModelName, spec: ModelSpec, paths: Record<string, Json>): void {
  const policies = modelPolicies[name];
  const row = { $ref: `#/components/schemas/${name}` };
  const collection = (paths[`/api/${name}/`] ??= {});
  const single = (paths[`/api/${name}/{id}/`] ??= {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  });
  const verb = (verbName: ModelVerb, definition: Omit<Operation, 'id' | 'open'>) =>
    operation({ id: `${name}.${verbName}`, open: policies[verbName] === 'guest', ...definition });
  if (policies.list) {
    collection.get = verb('list', {
      description: listDescriptions[name],
      query: listQuery(name),
      answer: schemaOf(pageSchema(name), 'output'),
    });
  }
  if (policies.get) single.get = verb('get', { answer: row });
  if (policies.create && spec.create) {
    const body = v.union([spec.create, v.pipe(v.array(spec.create), v.maxLength(limits.bulk))]);
    const answer = { oneOf: [row, { type: 'array', items: row }] };
    collection.post = verb('create', { body, answer, status: 201 });
  }
  if (policies.update && spec.update)
    single.put = verb('update', { description: unchangedFields, body: spec.update, answer: row });
  if (policies.remove) {
    const answer = { type: 'object', properties: { res: { const: 1 } }, required: ['res'] };
    collection.delete = verb('remove', {
      query: v.strictObject({ ids: v.string(), ...spec.remove }),
      answer,
    });
  }
}

/** The OpenAPI document. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Problem: schemaOf(Problem, 'output') };
  callPaths(paths);
  for (const name of modelNames) {
    schemas[name] = schemaOf(modelRegistry[name].read, 'output');
    modelPath(name, modelRegistry[name], paths);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hevre', version },
    paths,
    security: [{ token: [] }],
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token …' },
      },
    },
  };
}

/** Serves the OpenAPI document and the JSON Schema of competitions. */
export function mountOpenApi(api: Api): void {
  let document: Json | null = null;
  let competitionFormat: object | null = null;
  api.get('/api/openapi.json', (c) => c.json((document ??= openApi())));
  api.get('/api/competition.schema.json', (c) => c.json((competitionFormat ??= competitionSchema())));
}
