/** Values for a JSON schema, valid and invalid ones. */

export type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

/** A random generator, deterministic by its seed. */
export type Random = {
  /** From 0 up to, not including, `below`. */
  roll(below: number): number;
  chance(of: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    roll: (below) => Math.floor(next() * below),
    chance: (of) => next() < of,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}

/** Values for a field of this name that exist in the fixture: ids, phones, codes. */
export type KnownValues = (name: string) => readonly unknown[];

const sampleTexts = ['שלום', 'Hello', 'a', 'abcdefghijklmnopqrst', '0501234567', 'x-1', 'heb', 'option', '7'];
const days = ['2026-12-01T18:00:00.000Z', '2027-06-01T00:00:00+03:00'];

function textFor({ pattern, maxLength = 40 }: Schema, random: Random): string {
  const fits = [...sampleTexts, ...days].filter(
    (text) => text.length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text)),
  );
  return fits.length > 0 ? random.pick(fits) : '1';
}

/** A value that is valid by the schema. */
export function valueFor(schema: Schema, random: Random, knownValues: KnownValues, name = ''): unknown {
  const better = knownValues(name);
  const of = (inner: Schema, under = name) => valueFor(inner, random, knownValues, under);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return of(random.pick(some));
  if (schema.type === 'object') {
    const own = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || random.chance(0.5),
    );
    const free = schema.additionalProperties;
    const keys = typeof free === 'object' ? knownValues(`${name}.key`).filter(() => random.chance(0.4)) : [];
    return Object.fromEntries([
      ...own.map(([key, inner]) => [key, of(inner, key)]),
      ...keys.map((key) => [key, of(free as Schema, `${name}.${String(key)}`)]),
    ]);
  }
  if (schema.type === 'array') {
    const maxCount = Math.min(schema.maxItems ?? 4, 4);
    const count = Math.max(schema.minItems ?? 0, random.roll(maxCount + 1));
    return Array.from({ length: count }, () => of(schema.items ?? {}));
  }
  if (schema.type === 'null') return null;
  const fitting = better.filter((it) => (typeof it === 'string') === (schema.type === 'string'));
  if (fitting.length > 0 && random.chance(0.85)) return random.pick(fitting);
  if (schema.type === 'boolean') return random.chance(0.5);
  if (schema.type === 'string') return textFor(schema, random);
  const { minimum = 0, maximum = 9 } = schema;
  return random.pick([
    minimum,
    Math.min(maximum, minimum + 1),
    Math.min(maximum, minimum + random.roll(10)),
    maximum,
  ]);
}

// oxfmt-ignore
const oddValues: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), '', 'x', [], {}, [[]], [null], { a: {} },
  { $gt: '' }, { length: 1 }, { toString: 1 }, ['1', 1], Array.from({ length: 51 }, () => ({})),
];

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** The same value with one mistake in it, anywhere. */
export function corrupted(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.roll(value.length);
    return random.chance(0.2) ? [...value, ...value] : value.with(at, corrupted(value[at], random));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.9)) {
    const keys = Object.keys(value);
    const what = random.roll(4);
    if (what === 0)
      return {
        ...value,
        [random.pick(['id', 'is_staff', 'owner', 'member', 'x', '', 'toJSON'])]: random.pick(oddValues),
      };
    if (what === 1) return Object.fromEntries(Object.entries(value).filter(() => random.chance(0.5)));
    if (keys.length > 0) {
      const key = random.pick(keys);
      return { ...value, [key]: corrupted((value as Record<string, unknown>)[key], random) };
    }
  }
  return random.chance(0.05) ? deep(random.pick([11, 13, 500])) : random.pick(oddValues);
}

/** For each text in a value, a function that returns the value with another text in its place. */
export function textPlaces(value: unknown): ((text: string) => unknown)[] {
  if (typeof value === 'string') return [(text) => text];
  if (Array.isArray(value)) {
    return value.flatMap((inner, at) =>
      textPlaces(inner).map((put) => (text: string) => value.with(at, put(text))),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textPlaces(inner).map((put) => (text: string) => ({ ...value, [key]: put(text) })),
  );
}
