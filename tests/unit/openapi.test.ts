import { describe, expect, test } from 'vitest';
import { openApi } from '#server/endpoints/openapi.ts';
import { version } from '#server/http/version.ts';

type Document = {
  readonly paths: Record<string, Record<string, Record<string, unknown>>>;
  readonly components: { readonly schemas: Record<string, unknown> };
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the expectations
const document = openApi() as Document;

const ver = { name: 'ver', in: 'query', required: false, schema: { type: 'string' } };
const id = { type: 'integer', minimum: 1, maximum: 9_007_199_254_740_991 };
const text = { type: 'string' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const refusal = {
  description: 'A refusal: a parameter or a field that is not listed is one, 400 with its name in `fields`',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const done = (schema: object) => ({ 200: { description: 'Done', ...json(schema) }, default: refusal });

test('the document names the API, its version and the header of the token', () => {
  const {
    paths: _,
    components: { schemas, ...components },
    ...rest
  } = document;
  expect({ ...rest, components }).toEqual({
    openapi: '3.1.0',
    info: { title: 'Hevre', version },
    security: [{ token: [] }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token …' },
      },
    },
  });
  expect(Object.keys(schemas).toSorted()).toEqual([
    'Problem',
    'bet',
    'clan',
    'item',
    'itemoption',
    'itemrule',
    'itemtype',
    'member',
    'notification',
    'option',
    'post',
    'postcomment',
    'section',
  ]);
});

describe('an operation', () => {
  test('needs a token, but for those that guests may call', () => {
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) =>
        security === undefined ? [] : `${method} ${path}`,
      ),
    );
    expect(open.toSorted()).toEqual([
      'get /api/getAppData/',
      'get /api/item/',
      'get /api/item/{id}/',
      'get /api/itemoption/',
      'get /api/itemoption/{id}/',
      'get /api/joinAClan/',
      'get /api/memberStatistics/',
      'get /api/ping/',
      'get /api/post/',
      'get /api/post/{id}/',
      'get /api/projectedStandings/',
      'get /api/rulesPreview/',
      'get /api/section/',
      'get /api/section/{id}/',
      'get /api/sendPinCode/',
      'get /api/standings/',
      'get /api/statistics/',
      'post /api/api-token-auth/',
      'post /api/socialAuth',
    ]);
  });

  test('that guests may call needs no token', () => {
    expect(document.paths['/api/ping/']).toEqual({
      get: {
        operationId: 'ping',
        parameters: [ver],
        security: [{}, { token: [] }],
        responses: done({
          type: 'object',
          properties: { ok: { const: true }, version: text, time: { type: 'string', format: 'date-time' } },
          required: ['ok', 'version', 'time'],
        }),
      },
    });
  });

  test('with a body has its fields', () => {
    expect(document.paths['/api/talk/']?.['put']).toEqual({
      operationId: 'markChatRead',
      parameters: [ver],
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          properties: { post: id, last: id },
          required: ['post', 'last'],
          additionalProperties: false,
        }),
      },
      responses: done({ type: 'object', properties: { last: orNull(id) }, required: ['last'] }),
    });
  });

  test('with a file describes its form, and what the sender has to know', () => {
    expect(document.paths['/api/image/']).toEqual({
      post: {
        operationId: 'uploadImage',
        description:
          'A repeat under an Idempotency-Key is known by the bytes of its file. A file that is sent again without one is a ' +
          'picture of its own, and one whose id is saved with nothing is removed after an hour.',
        parameters: [
          { name: 'model', in: 'query', required: true, schema: text },
          {
            name: 'id',
            in: 'query',
            required: false,
            schema: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
          },
          ver,
        ],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' } },
                required: ['file'],
              },
            },
          },
        },
        responses: done({
          type: 'object',
          properties: { id, imagefullurl: text, width: { type: 'number' }, height: { type: 'number' } },
          required: ['id', 'imagefullurl', 'width', 'height'],
        }),
      },
    });
  });
});

describe('the operations of a model', () => {
  const row = { $ref: '#/components/schemas/option' };
  const fields = { name: text, section: id, value: orNull(text), image: orNull(id) };
  const read = {
    type: 'object',
    properties: {
      id,
      name: text,
      value: orNull(text),
      image: orNull(text),
      images: { type: 'array', items: text },
      is_staff: { type: 'boolean' },
    },
    required: ['id', 'name', 'value', 'image', 'images', 'is_staff'],
  };

  test('on many rows list, create and remove them', () => {
    const whole = { type: 'string', pattern: '^-?\\d{1,15}$' };
    const optional = (name: string, schema: object) => ({ name, in: 'query', required: false, schema });
    const input = { type: 'object', properties: fields, required: ['name'], additionalProperties: false };
    expect(document.paths['/api/option/']).toEqual({
      get: {
        operationId: 'option.list',
        parameters: [
          optional('page', whole),
          optional('limit', whole),
          optional('offset', whole),
          optional('search', { type: 'string', maxLength: 100 }),
          optional('section', { type: 'string', pattern: '^[1-9]\\d{0,14}$' }),
          ver,
        ],
        responses: done({
          type: 'object',
          properties: { results: { type: 'array', items: read }, count: { type: 'number' } },
          required: ['results', 'count'],
        }),
      },
      post: {
        operationId: 'option.create',
        parameters: [ver],
        requestBody: {
          required: true,
          ...json({ anyOf: [input, { type: 'array', items: input, maxItems: 50 }] }),
        },
        responses: {
          201: { description: 'Done', ...json({ oneOf: [row, { type: 'array', items: row }] }) },
          default: refusal,
        },
      },
      delete: {
        operationId: 'option.remove',
        parameters: [{ name: 'ids', in: 'query', required: true, schema: text }, ver],
        responses: done({ type: 'object', properties: { res: { const: 1 } }, required: ['res'] }),
      },
    });
  });

  test('on one row read and change it', () => {
    expect(document.paths['/api/option/{id}/']).toEqual({
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'option.get', parameters: [ver], responses: done(row) },
      put: {
        operationId: 'option.update',
        description:
          'Fields that are not sent stay as they are. A field of the answer that is not listed may be sent back as it was ' +
          'answered, and is ignored; changed it is refused, 400 with its name in `fields`.',
        parameters: [ver],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            properties: { ...fields, id },
            required: [],
            additionalProperties: false,
          }),
        },
        responses: done(row),
      },
    });
    expect(document.components.schemas['option']).toEqual(read);
  });

  test('are those that the model has: a side of an item is created and removed with its item', () => {
    const methods = (name: string) =>
      [`/api/${name}/`, `/api/${name}/{id}/`].map((path) =>
        Object.keys(document.paths[path] ?? {}).toSorted(),
      );
    expect([methods('itemoption'), methods('item')]).toEqual([
      [['get'], ['get', 'parameters', 'put']],
      [
        ['get', 'post'],
        ['get', 'parameters', 'put'],
      ],
    ]);
  });
});
