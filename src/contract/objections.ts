import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { Id, freeText, Timestamp } from './primitives.ts';
import { QueryId } from './list-query.ts';

/** Objections to provisional results, and the votes on them. */

/** How long a result is provisional, in hours. */
export const provisionalHours = 24;
/** Maximum characters of an objection. */
export const objectionLength = 200;

/** Standing of a result in leagues with provisional results. `contested`: the vote was against it, and a manager has to decide. */
export const resultStandings = ['provisional', 'contested', 'final'] as const;
export type ResultStanding = (typeof resultStandings)[number];

/** The objections to the result of an item's current version, and the vote on them. */
export const Objections = v.object({
  item: Id,
  version: v.number(),
  standing: v.picklist(resultStandings),
  /** When the vote ends: a provisional result becomes final then, or contested. */
  final_at: v.nullable(Timestamp),
  objections: v.array(v.object({ member: MemberCard, at: Timestamp, words: v.string() })),
  /** Votes for (`yes`) and against (`no`) the objections. */
  votes: v.object({ yes: v.number(), no: v.number() }),
  /** The caller's vote; null without one. */
  agrees: v.nullable(v.boolean()),
  /** Whether the caller may object now, and may vote now. */
  may_object: v.boolean(),
  may_vote: v.boolean(),
});
export type Objections = v.InferOutput<typeof Objections>;

const ofResult = { item: Id, version: v.number() };
export const ObjectionInput = v.strictObject({
  ...ofResult,
  words: v.pipe(freeText(objectionLength), v.minLength(1, 'required')),
});

/** `version`: the item's version whose result the caller saw. */
export const objectionCalls = {
  objections: {
    method: 'GET',
    path: 'objections/',
    query: v.strictObject({ item: QueryId }),
    answer: Objections,
  },
  /** Objects to a result, once per member and version; repeating the same words changes nothing. */
  objectToResult: { method: 'POST', path: 'objections/', body: ObjectionInput, answer: Objections },
  /** Votes on the objections, replacing the caller's earlier vote. Objecting members agree implicitly. */
  voteOnObjections: {
    method: 'PUT',
    path: 'objections/',
    body: v.strictObject({ ...ofResult, agrees: v.boolean() }),
    answer: Objections,
  },
  /** Makes a contested result final. */
  confirmResult: {
    method: 'POST',
    path: 'confirmResult/',
    body: v.strictObject(ofResult),
    answer: Objections,
  },
} as const satisfies Record<string, CallSpec>;
