import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { Id, freeText, Timestamp } from './primitives.ts';
import { QueryId } from './list-query.ts';

/** Objections to a result that is provisional, and the vote on them. */

/** How long a result is provisional, in hours. */
export const provisionalHours = 24;
/** Characters of an objection. */
export const objectionLength = 200;

/** How a result stands that is provisional first: `contested` where the vote went against it, until who runs the league decides. */
export const resultStandings = ['provisional', 'contested', 'final'] as const;
export type ResultStanding = (typeof resultStandings)[number];

/** The objections to the result of an item's current version, and how its members vote on them. */
export const Objections = v.object({
  item: Id,
  version: v.number(),
  standing: v.picklist(resultStandings),
  /** When a provisional result becomes final, unless the vote is against it then. */
  final_at: v.nullable(Timestamp),
  objections: v.array(v.object({ member: MemberCard, at: Timestamp, words: v.string() })),
  /** How many agree with the objections, and how many do not. */
  votes: v.object({ yes: v.number(), no: v.number() }),
  /** Whether the caller agrees; null where they have not voted. */
  agrees: v.nullable(v.boolean()),
  /** The caller may object now, and vote now. */
  may_object: v.boolean(),
  may_vote: v.boolean(),
});
export type Objections = v.InferOutput<typeof Objections>;

const ofResult = { item: Id, version: v.number() };
export const ObjectionInput = v.strictObject({
  ...ofResult,
  words: v.pipe(freeText(objectionLength), v.minLength(1, 'required')),
});

/** `version`: the one of the result that the caller has seen. */
export const objectionCalls = {
  objections: {
    method: 'GET',
    path: 'objections/',
    query: v.strictObject({ item: QueryId }),
    answer: Objections,
  },
  /** Once a member and version of the result; the same words again are answered alike. */
  objectToResult: { method: 'POST', path: 'objections/', body: ObjectionInput, answer: Objections },
  /** Votes on the objections, in place of the caller's vote before; who objected agrees. */
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
