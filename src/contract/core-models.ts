import * as v from 'valibot';
import { Id, Timestamp } from './primitives.ts';

/** Who there is and what they belong to: all that a page needs before anything is on it (spec §3). */

export const baseEntries = { id: Id, created: Timestamp, updated: Timestamp };
const nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

/** A member as other members see one: a name and a picture, never a phone. */
export const MemberCard = v.object({ id: Id, name: v.string(), image: nullable(v.string()) });
export type MemberCard = v.InferOutput<typeof MemberCard>;

/** The logged user (spec §3); `fname` holds the whole name, as members give one. */
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

/** In which order the counters decide between equal points; a league's own choice, the first unless it says otherwise. */
export const tieBreaks = [
  'exact,difference,outcome',
  'exact,outcome,difference',
  'difference,exact,outcome',
  'difference,outcome,exact',
  'outcome,exact,difference',
  'outcome,difference,exact',
] as const;
export type TieBreak = (typeof tieBreaks)[number];

/** What somebody who joins late has of the rounds that they missed: nothing, or the median of each. */
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
  /** Of games that are made from now on. */
  late_joiner: v.picklist(lateJoiners),
  /** Members only; null to everyone else. */
  code: nullable(v.string()),
  /** How many members. */
  users: v.number(),
  image: nullable(v.string()),
  images: v.array(v.string()),
  /** Something happened in it since the caller last looked. */
  new: v.boolean(),
  /** The caller may run it: its owner, or staff. */
  is_staff: v.boolean(),
  is_member: v.boolean(),
  /** The caller may come in by one tap: a group of theirs was invited. */
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
  /** How many of it are in the league that the list was asked for; null where it was asked for none. */
  in_section: nullable(v.number()),
});
export type Group = v.InferOutput<typeof Group>;
