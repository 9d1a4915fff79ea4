/** Conversion of the app's values to JSON, so that they can be shown, posted to another page and written to a file. */

const maxValues = 4000;

/** Hides a session's token: a recording may be shown to others or become a test. */
const redactToken = (key: string, value: unknown) =>
  key === 'token' && typeof value === 'string' ? '(token)' : value;

const isActorRef = (value: object) => 'sessionId' in value && 'send' in value && 'getSnapshot' in value;

/** A value as JSON: an actor as `(actor id)`, a file as `(name, size bytes)`, cycles and what exceeds `maxValues` as `…`. */
export function toJsonValue(value: unknown): unknown {
  let left = maxValues;
  const seen = new Set<object>();
  const walk = (it: unknown): unknown => {
    left -= 1;
    if (it === null || typeof it === 'string' || typeof it === 'boolean' || typeof it === 'number') return it;
    if (typeof it === 'bigint') return String(it);
    if (typeof it !== 'object') return undefined;
    if (isActorRef(it)) return `(actor ${String(Reflect.get(it, 'id'))})`;
    if (it instanceof Error) return Object.assign({}, it, { name: it.name, message: it.message });
    if (it instanceof Date) return it.toISOString();
    if (it instanceof Blob) return `(${it instanceof File ? it.name : 'blob'}, ${it.size} bytes)`;
    if (seen.has(it) || left <= 0) return '…';
    seen.add(it);
    const made =
      it instanceof Map
        ? walk(Object.fromEntries(it))
        : it instanceof Set || Array.isArray(it)
          ? [...it].map(walk)
          : Object.fromEntries(
              Object.entries(it).map(([key, inner]) => [key, walk(redactToken(key, inner))]),
            );
    seen.delete(it);
    return made;
  };
  return walk(value);
}

/** The first 120 characters of a payload, at a cost that does not depend on its size. */
export function preview({ type: _, ...payload }: { type: string }): string {
  let text = '';
  const full = () => text.length > 120;
  const write = (it: unknown, depth: number): void => {
    if (full()) return;
    if (typeof it === 'string') text += JSON.stringify(it.slice(0, 60));
    else if (it === null || typeof it !== 'object') text += String(it);
    else if (isActorRef(it)) text += '(actor)';
    else if (depth === 0) text += Array.isArray(it) ? '[…]' : '{…}';
    else if (Array.isArray(it)) {
      text += '[';
      for (const inner of it) {
        if (full()) break;
        write(inner, depth - 1);
        text += ', ';
      }
      text = `${text.replace(/, $/, '')}]`;
    } else {
      text += '{';
      for (const key in it) {
        if (full()) break;
        text += `${key}: `;
        write(redactToken(key, Reflect.get(it, key)), depth - 1);
        text += ', ';
      }
      text = `${text.replace(/, $/, '')}}`;
    }
  };
  for (const key in payload) {
    if (full()) break;
    text += `${text === '' ? '' : ', '}${key}: `;
    write(redactToken(key, Reflect.get(payload, key)), 2);
  }
  return full() ? `${text.slice(0, 120)}…` : text;
}
