import * as v from 'valibot';
import { authCalls, LoginUser, Ok, type CallSpec } from './auth.ts';
import { LiveEvent } from './live-events.ts';
import type { makeGameCalls } from './make-game-calls.ts';
import * as inputs from './inputs.ts';
import * as m from './models.ts';
import type { objectionCalls } from './objections.ts';
import type { pushCalls } from './push-calls.ts';
import type { printCalls } from './printing.ts';
import type { sealCalls } from './seals.ts';
import type { statisticsCalls } from './statistics.ts';
import type { whatIfCalls } from './what-if.ts';
import { PictureModel } from './pictures.ts';
import { Id, listOf, freeText, Timestamp } from './primitives.ts';
import { pageEntries, QueryFlag, QueryId } from './list-query.ts';

/**
 * Calls that are not generic `{model}` ones (spec §7, decisions §2). Names are the glossary's, paths the wire's, below
 * `/api/`. Calls of deferred screens (making games, objections, printing, pushes, seals, statistics, what-ifs) have files of
 * their own, so that they load with those screens.
 */

const JoinTarget = v.object({
  kind: v.picklist(['section', 'clan']),
  id: Id,
  name: v.string(),
  image: v.nullable(v.string()),
  size: v.number(),
  /** Name of the inviting member; only if `by` is a member of the target. */
  inviter: v.optional(v.string()),
});

/** A model's name in any case, as in a path. */
const QueryPictureModel = v.pipe(v.string(), v.toLowerCase(), PictureModel);

const OkOrRefused = v.object({ res: v.picklist([0, 1]) });
const ChatRead = v.object({ last: v.nullable(Id) });
const leagueOrGroup = { section: v.optional(Id), clan: v.optional(Id) };

export const calls = {
  ...authCalls,
  linkPhone: {
    method: 'POST',
    path: 'linkPhone/',
    body: v.strictObject({ cellphone: freeText(30), pincode: freeText(20) }),
    answer: v.object({ data: LoginUser }),
  },
  setResults: {
    method: 'POST',
    path: 'setItemResults/',
    body: v.strictObject({ item: Id, value: inputs.ResultValue, version: v.optional(v.number()) }),
    answer: m.Item,
  },
  /** Places the caller's joker of a game on an item, moving it from another; refused if it is on a closed item. */
  placeJoker: { method: 'POST', path: 'joker/', body: v.strictObject({ item: Id }), answer: m.Item },
  takeJoker: { method: 'DELETE', path: 'joker/', query: v.strictObject({ item: QueryId }), answer: m.Item },
  /** Lets the source decide again about an item whose result a person entered. */
  handBack: {
    method: 'POST',
    path: 'handBack/',
    body: v.strictObject({ item: Id }),
    answer: m.Item,
  },
  enterResult: { method: 'POST', path: 'result/', body: inputs.ResultInput, answer: m.Item },
  itemBets: {
    method: 'GET',
    path: 'getItemBets/',
    query: v.strictObject({
      ...pageEntries,
      item: QueryId,
      clan: v.optional(QueryId),
      post: v.optional(QueryId),
    }),
    answer: v.object({ membersOptions: v.array(m.MemberBets), count: v.number() }),
  },
  /** A guest may only preview. `by`: id of the member whose link it is. No code is refused: one that is none is unknown. */
  join: {
    method: 'GET',
    path: 'joinAClan/',
    open: true,
    changes: true,
    query: v.strictObject({
      code: v.optional(v.string(), ''),
      section: v.optional(QueryId),
      preview: v.optional(QueryFlag),
      by: v.optional(QueryId),
    }),
    answer: v.object({ res: v.union([JoinTarget, v.literal(0)]) }),
  },
  inviteGroup: {
    method: 'GET',
    path: 'inviteClanToSection/',
    changes: true,
    query: v.strictObject({ section: QueryId, clan: QueryId }),
    answer: OkOrRefused,
  },
  enter: {
    method: 'POST',
    path: 'membership/',
    body: v.strictObject({ ...leagueOrGroup, member: v.optional(Id) }),
    answer: Ok,
  },
  leave: {
    method: 'DELETE',
    path: 'membership/',
    query: v.strictObject({
      section: v.optional(QueryId),
      clan: v.optional(QueryId),
      member: v.optional(QueryId),
    }),
    answer: Ok,
  },
  renewCode: {
    method: 'POST',
    path: 'code/',
    body: v.strictObject(leagueOrGroup),
    answer: v.object({ code: v.string() }),
  },
  standings: {
    method: 'GET',
    path: 'standings/',
    open: true,
    query: v.strictObject({
      ...pageEntries,
      section: QueryId,
      clan: v.optional(QueryId),
      post: v.optional(QueryId),
    }),
    // `me`: the caller's row. `above`: a row of the next better place. `tie_break`: the league's. `live`: how many matches of
    // the table are being played with a known score.
    answer: v.object({
      ...listOf(m.StandingsRow).entries,
      me: v.nullable(m.StandingsRow),
      above: v.optional(v.nullable(m.StandingsRow)),
      tie_break: v.picklist(m.tieBreaks),
      live: v.optional(v.number()),
    }),
  },
  points: {
    method: 'GET',
    path: 'points/',
    query: v.strictObject({
      ...pageEntries,
      section: QueryId,
      member: v.optional(QueryId),
      post: v.optional(QueryId),
    }),
    answer: listOf(m.PointsEntry),
  },
  missingBettors: {
    method: 'GET',
    path: 'missing/',
    query: v.strictObject({ ...pageEntries, post: QueryId }),
    answer: listOf(m.MissingBettor),
  },
  bettors: {
    method: 'GET',
    path: 'bettors/',
    query: v.strictObject({ ...pageEntries, item: QueryId }),
    answer: listOf(m.Bettor),
  },
  profile: {
    method: 'GET',
    path: 'profile/',
    query: v.strictObject({ member: QueryId }),
    answer: m.Profile,
  },
  staff: {
    method: 'GET',
    path: 'role/',
    query: v.strictObject(pageEntries),
    answer: listOf(m.StaffMember),
  },
  setRole: { method: 'PUT', path: 'role/', body: inputs.RoleInput, answer: Ok },
  sessions: {
    method: 'GET',
    path: 'session/',
    query: v.strictObject(pageEntries),
    answer: listOf(
      v.object({
        id: Id,
        created: Timestamp,
        last_seen: Timestamp,
        device: v.string(),
        current: v.boolean(),
      }),
    ),
  },
  revokeSessions: {
    method: 'DELETE',
    path: 'session/',
    query: v.strictObject({ ids: v.pipe(v.string(), v.regex(/^\d+(,\d+){0,49}$/)) }),
    answer: Ok,
  },
  deleteMe: {
    method: 'DELETE',
    path: 'member/',
    query: v.strictObject({ ids: v.literal('me') }),
    answer: Ok,
  },
  /** Marks all notifications read; answers the ids that were new until then. */
  readNotifications: {
    method: 'PUT',
    path: 'notification/',
    body: v.strictObject({ new: v.literal(false) }),
    answer: v.object({ ids: v.array(Id) }),
  },
  /** The id of the last comment that the caller has read in a game's chat. */
  chatRead: {
    method: 'GET',
    path: 'talk/',
    query: v.strictObject({ post: QueryId }),
    answer: ChatRead,
  },
  markChatRead: {
    method: 'PUT',
    path: 'talk/',
    body: v.strictObject({ post: Id, last: Id }),
    answer: ChatRead,
  },
  /** Starts and results of a game's items, shown in its chat. */
  gameSteps: {
    method: 'GET',
    path: 'steps/',
    query: v.strictObject({ post: QueryId }),
    answer: v.object({ results: v.array(m.GameStep) }),
  },
  uploadImage: {
    method: 'POST',
    path: 'image/',
    takesFile: true,
    query: v.strictObject({ model: QueryPictureModel, id: v.optional(QueryId) }),
    answer: m.Image,
  },
  exportMe: { method: 'GET', path: 'export/', answer: v.record(v.string(), v.unknown()) },
  events: { method: 'GET', path: 'events/', answer: LiveEvent },
} as const satisfies Record<string, CallSpec>;

export type { CallSpec, LoginRefusal, LoginUser } from './auth.ts';
export type Calls = typeof calls &
  typeof makeGameCalls &
  typeof objectionCalls &
  typeof pushCalls &
  typeof printCalls &
  typeof sealCalls &
  typeof statisticsCalls &
  typeof whatIfCalls;
export type CallName = keyof Calls;
export type QueryOf<Name extends CallName> = Calls[Name] extends { query: infer Q extends v.GenericSchema }
  ? v.InferOutput<Q>
  : undefined;
export type ResponseOf<Name extends CallName> = v.InferOutput<Calls[Name]['answer']>;
