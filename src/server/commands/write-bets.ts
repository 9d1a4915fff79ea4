import { sql } from 'kysely';
import * as v from 'valibot';
import { ruleDefaults } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { Bet } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { storableId } from '#server/db/values.ts';

/** A requested value for one option; null removes the bet. `post`: the post id in the request, if any, to be checked. */
export type BetRequest = {
  readonly option: number;
  readonly value: number | null;
  readonly post?: number | undefined;
  /** Of the member's bets on the item that it changes, as they were seen: 0 for none yet. */
  readonly version?: number | undefined;
};

/** One member's bets: written all or none, and validated on the resulting state. */
export type BetsOfRequest = {
  readonly member: number;
  readonly bets: readonly BetRequest[];
  /** Whether the request was an array. */
  readonly bulk: boolean;
  /** Idempotency key and request hash to store the answer under. */
  readonly keyed?: { readonly key: string; readonly hash: string } | undefined;
};

/** Why a request is refused. `tooBig`, `otherPost`: index in the request. `stale`: id of the item with newer picks. */
type BetRefusal =
  | { readonly tooBig: number; readonly limit: number }
  | { readonly otherPost: number }
  | { readonly stale: number }
  | { readonly closed: true };

export type BetOutcome = { readonly placed: Bet[] } | { readonly refusal: BetRefusal };

const Placed = v.array(Bet);

/**
 * Writes the bets of several requests in one statement; all bets are written here. Items are checked under their row locks
 * by the database's clock. It does not wait for locks: a request that would have to wait, or is not permitted, has no
 * entry in the result.
 */
export async function writeBets(
  db: Db,
  requests: readonly BetsOfRequest[],
): Promise<Map<BetsOfRequest, BetOutcome>> {
  const bets = requests.flatMap((request, at) => request.bets.map((bet) => ({ ...bet, request: at + 1 })));
  const { rows } = await sql<{ request: number; answers: string | null; refusal: BetRefusal | null }>`
    select request, answers, refusal from place_bets(
      ${bets.map(({ request }) => request)}::integer[],
      ${bets.map(({ option }) => storableId(option))}::integer[],
      ${bets.map(({ value }) => value)}::integer[],
      ${bets.map(({ post }) => (post === undefined ? null : storableId(post)))}::integer[],
      ${requests.map(({ member }) => member)}::integer[],
      ${requests.map(({ bulk }) => bulk)}::boolean[],
      ${requests.map(({ keyed }) => keyed?.key ?? null)}::text[],
      ${requests.map(({ keyed }) => keyed?.hash ?? null)}::text[],
      ${JSON.stringify(ruleDefaults)}::jsonb, ${limits.digit.max}::integer,
      ${limits.sumsFromBettors}::integer, ${!inTransaction()}::boolean,
      ${bets.map(({ version }) => version ?? null)}::integer[]
    )`.execute(db);
  const outcomes = new Map<BetsOfRequest, BetOutcome>();
  for (const { request, answers, refusal } of rows) {
    const sent = requests[request - 1];
    if (!sent) continue;
    if (answers !== null) outcomes.set(sent, { placed: v.parse(Placed, JSON.parse(`[${answers}]`)) });
    else if (refusal !== null) outcomes.set(sent, { refusal });
  }
  return outcomes;
}
