import * as v from 'valibot';
import { parseAnswer } from '#actors/http-client.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import type { EarlyName } from './prerender/ask-early.ts';

/**
 * The answer that the page's head asked for with this token (prerender/ask-early.ts); null if it did not, was refused, or
 * got something else. `onServerTime` is called with the server's time now, in milliseconds.
 */
export async function readEarly<Value>(
  name: EarlyName,
  token: string | null,
  schema: v.GenericSchema<unknown, Value>,
  onServerTime: (serverTime: number) => void = () => {},
): Promise<CachedAnswer<Value> | null> {
  const early = window.earlyAnswers;
  const answer = early?.token === token ? await early?.[name] : null;
  if (!answer) return null;
  const time = Date.parse(answer.date ?? '');
  if (!Number.isNaN(time)) onServerTime(time + Date.now() - answer.receivedAt);
  const { success, output } = v.safeParse(schema, parseAnswer(answer.text));
  return success ? new CachedAnswer(output, answer.receivedAt) : null;
}
