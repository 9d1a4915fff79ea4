import * as v from 'valibot';
import { Id, Timestamp } from './primitives.ts';

/** The models that a page needs before it shows anything: members, leagues and groups (spec §3). */

export const baseEntries = { id: Id, created: Timestamp, updated: Timestamp };
const nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

/** A member as shown to others: name and picture, never the phone. */
export const MemberCard = v.object({ id: Id, name: v.string(), image: nullable(v.string()) });
export type MemberCard = v.InferOutput<typeof MemberCard>;

/** The signed-in user (spec §3); `fname` contains the whole name. */
export const AppUser = v.object({
  id: Id,
  fname: v.string(),
  lname: v.string(),
  phone: nullable(v.string()),
  email: nullable(v.string()),
  username: v.string(),
  is_superuser: v.boolean(),
  is_staff: v.boolean(),
  firebaseAuth: v.boolean(),
  puserId: Id,
  image: nullable(v.string()),
  new_member: v.boolean(),
});
export type AppUser = v.InferOutput<typeof AppUser>;

/** Orders in which counters break ties; a league chooses one, by default the first. */
export const tieBreaks = [
  'exact,difference,outcome',
  'exact,outcome,difference',
  'difference,exact,outcome',
  'difference,outcome,exact',
  'outcome,exact,difference',
  'outcome,difference,exact',
] as const;
export type TieBreak = (typeof tieBreaks)[number];

/** The points of a late joiner for each missed round: zero, or its median. */
export const lateJoiners = ['zero', 'median'] as const;
export type LateJoiner = (typeof lateJoiners)[number];

export const League = v.object({
  ...baseEntries,
  name: v.string(),
  description: v.string(),
  active: v.boolean(),
  custom: v.boolean(),
  rounds: v.number(),
  groupMembersCount: v.number(),
  tie_break: v.picklist(tieBreaks),
  provisional_results: v.boolean(),
  /** The late-joiner rule of the games created from now on. */
  late_joiner: v.picklist(lateJoiners),
  /** The join code; null for outsiders. */
  code: nullable(v.string()),
  /** The number of members. */
  users: v.number(),
  image: nullable(v.string()),
  images: v.array(v.string()),
  /** Whether there is activity since the caller's last visit. */
  new: v.boolean(),
  /** Whether the caller may manage it: its owner, or staff. */
  is_staff: v.boolean(),
  is_member: v.boolean(),
  /** Whether the caller may join without a code, because a group of theirs was invited. */
  invited: v.boolean(),
  owner: nullable(Id),
});
export type League = v.InferOutput<typeof League>;

export const Group = v.object({
  ...baseEntries,
  name: v.string(),
  code: nullable(v.string()),
  users: v.number(),
  image: nullable(v.string()),
  is_staff: v.boolean(),
  owner: nullable(Id),
  /** How many of its members are in the league that the list was requested for; null without a league. */
  in_section: nullable(v.number()),
});
export type Group = v.InferOutput<typeof Group>;
