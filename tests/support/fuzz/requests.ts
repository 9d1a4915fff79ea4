import { marker, naughty } from './naughty-strings.ts';
import { corrupted, textPlaces, valueFor, type Random, type KnownValues, type Schema } from './schema.ts';

/** Requests generated from the OpenAPI document: valid, invalid, and with hostile texts. */

type Media = { readonly schema: Schema };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
};
type Described = {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
};
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: Schema | null;
  readonly takesFile: boolean;
};

export type GeneratedRequest = {
  readonly id: string;
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly takesFile: boolean;
};

/** Every operation of the document. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId, parameters, requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        query: parameters.filter((one) => one.in === 'query'),
        body: requestBody?.content['application/json']?.schema ?? null,
        takesFile: requestBody?.content['multipart/form-data'] !== undefined,
      })),
  );
}

type Parts = { id: string; query: [string, string][]; body: unknown };

const encodePath = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function assemble(
  of: Operation,
  { id, query, body }: Parts,
  more: Partial<GeneratedRequest> = {},
): GeneratedRequest {
  const search = query.map(([name, value]) => `${encodePath(name)}=${encodePath(value)}`).join('&');
  return {
    id: of.id,
    method: of.method,
    path: of.path.replace('{id}', id) + (search && `?${search}`),
    headers: { 'Content-Type': 'application/json' },
    body: of.body ? JSON.stringify(body) : null,
    takesFile: of.takesFile,
    ...more,
  };
}

/** The name of a path's model, for known ids. */
const modelOf = (path: string) => path.split('/')[2] ?? '';

function parts(of: Operation, random: Random, knownValues: KnownValues): Parts {
  const ids = knownValues(`${modelOf(of.path)}.id`);
  const query = of.query.filter(({ required }) => required || random.chance(0.25));
  return {
    id: String(ids.length > 0 ? random.pick(ids) : 1),
    query: query.map(({ name, schema }) => {
      // A query holds numbers as text.
      const better: KnownValues = (key) =>
        knownValues(key === 'ids' ? `${modelOf(of.path)}.id` : key).map(String);
      return [name, name === 'ver' ? '3.1.0' : String(valueFor(schema, random, better, name))];
    }),
    body: of.body ? valueFor(of.body, random, knownValues) : undefined,
  };
}

/** A request that the document allows. */
export const validRequest = (of: Operation, random: Random, knownValues: KnownValues): GeneratedRequest =>
  assemble(of, parts(of, random, knownValues));

/** A request with one mistake: in the body, the query, the path, the headers, or the method. */
export function invalidRequest(of: Operation, random: Random, knownValues: KnownValues): GeneratedRequest {
  const validParts = parts(of, random, knownValues);
  const sent = assemble(of, validParts);
  const mistakes: (() => GeneratedRequest)[] = [
    () => assemble(of, { ...validParts, body: corrupted(validParts.body, random) }),
    () => assemble(of, { ...validParts, body: corrupted(corrupted(validParts.body, random), random) }),
    () => assemble(of, { ...validParts, body: [validParts.body, corrupted(validParts.body, random)] }),
    () => assemble(of, { ...validParts, id: encodePath(random.pick(naughty).slice(0, 2000)) }),
    () =>
      assemble(of, {
        ...validParts,
        id: random.pick([
          '0',
          '-1',
          '1.0',
          '1e3',
          '%',
          '%zz',
          '%00',
          '2147483648',
          '9'.repeat(30),
          '1/2',
          '',
        ]),
      }),
    () => assemble(of, { ...validParts, query: [...validParts.query, ...validParts.query] }),
    () =>
      assemble(of, {
        ...validParts,
        query: [...validParts.query, [random.pick(['x', '__proto__', 'limit', 'page[]', 'ver', '']), marker]],
      }),
    () =>
      assemble(of, {
        ...validParts,
        query: of.query.map(({ name }) => [name, random.pick(naughty).slice(0, 500)]),
      }),
    () => ({ ...sent, body: (sent.body ?? '{}').slice(0, -1) }),
    () => ({ ...sent, body: `${sent.body ?? ''}${random.pick(['}', '\u0000', ',', '//', '\ufeff'])}` }),
    () => ({ ...sent, body: (sent.body ?? '{"a":1}').replace('{', '{"__proto__":{"is_staff":true},') }),
    () => ({ ...sent, body: '['.repeat(20_000) }),
    () => ({ ...sent, body: `{"a":${'9'.repeat(400)},"b":"${'\\u0000'.repeat(200)}"}` }),
    () => ({
      ...sent,
      headers: {
        'Content-Type': random.pick([
          'text/plain',
          'application/xml',
          'application/json; charset=utf-16',
          'multipart/form-data',
          '*/*',
        ]),
      },
    }),
    () => ({
      ...sent,
      headers: {
        ...sent.headers,
        'Idempotency-Key': random.pick(['k', 'k'.repeat(200), 'k'.repeat(201), '\u00e9', ' ', '../k']),
      },
    }),
    () => ({
      ...sent,
      headers: {
        ...sent.headers,
        'If-None-Match': random.pick(['*', '"x"', 'W/"x", "y"', '"']),
        'Last-Event-ID': '-1',
        'Accept-Encoding': 'x;q=,,',
      },
    }),
    () => ({
      ...sent,
      headers: {
        ...sent.headers,
        'X-Forwarded-For': random.pick(['', ',,,', 'x', '1.2.3.4, ::1', 'a'.repeat(500)]),
        'X-HTTP-Method-Override': 'DELETE',
      },
    }),
    () => ({ ...sent, method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) }),
    () => ({
      ...sent,
      path: sent.path.replace(
        '/api/',
        random.pick(['/api//', '/API/', '/api/./', '/api/%2e%2e/api/', '/api;x/']),
      ),
    }),
  ];
  return random.pick(mistakes)();
}

/** Each text field of each operation, with each hostile text, once. */
export function* hostileRequests(
  operations: readonly Operation[],
  random: Random,
  knownValues: KnownValues,
): Generator<GeneratedRequest> {
  // With every optional part.
  const allFields: Random = { ...random, chance: () => true };
  for (const of of operations) {
    const validParts = parts(of, allFields, knownValues);
    const needed = validParts.query.filter((_, at) => of.query[at]?.required);
    const puts: ((text: string) => GeneratedRequest)[] = [
      ...of.query.map(({ name }) => (text: string) => {
        const others = needed.filter(([one]) => one !== name);
        return assemble(of, { ...validParts, query: [...others, [name, text]] });
      }),
      ...textPlaces(validParts.body).map(
        (place) => (text: string) => assemble(of, { ...validParts, query: needed, body: place(text) }),
      ),
      ...(of.path.includes('{id}')
        ? [
            (text: string) =>
              assemble(of, { ...validParts, query: needed, id: encodePath(text.slice(0, 2000)) }),
          ]
        : []),
    ];
    for (const place of puts) for (const text of naughty) yield place(text);
  }
}
