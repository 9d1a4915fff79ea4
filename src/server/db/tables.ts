import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { ItemRule } from '#contract/models.ts';

/** The tables as Kysely sees them: one type a table of the migrations, in their order. */

/** Read as ISO 8601 UTC with milliseconds; written as that or as a Date. */
type Time = ColumnType<string, string | Date, string | Date>;
type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type TimeWithDefault = ColumnType<string, string | Date | undefined, string | Date>;
/** Read parsed; written as text, by `JSON.stringify`: a bare list would be taken for a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;
type JsonWithDefault = ColumnType<unknown, string | undefined, string>;

type Images = {
  id: GeneratedAlways<number>;
  name: string;
  created: TimeWithDefault;
  maker_id: number | null;
  model: string;
  attached: Generated<boolean>;
  width: number;
  height: number;
  large: Uint8Array;
  small: Uint8Array;
};

type Members = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  name: Generated<string>;
  phone: string | null;
  email: string | null;
  image_id: number | null;
  is_staff: Generated<boolean>;
  is_superuser: Generated<boolean>;
  new_member: Generated<boolean>;
  deleted_at: TimeOrNull;
  preferences: JsonWithDefault;
};

type Identities = {
  issuer: string;
  subject: string;
  member_id: number;
  provider: Generated<string>;
  created: TimeWithDefault;
};

type Sessions = {
  id: GeneratedAlways<number>;
  member_id: number;
  token_hash: string;
  device_hash: string | null;
  agent: Generated<string>;
  created: TimeWithDefault;
  last_seen: TimeWithDefault;
  expires_at: Time;
  revoked_at: TimeOrNull;
};

type PushIds = {
  push_id: string;
  member_id: number;
  session_id: number;
  created: TimeWithDefault;
};

type KnownDevices = {
  phone: string;
  device_hash: string;
  created: TimeWithDefault;
};

type Pins = {
  id: GeneratedAlways<number>;
  phone: string;
  pin_hash: string;
  created: TimeWithDefault;
  expires_at: Time;
  tries: Generated<number>;
  used_at: TimeOrNull;
};

type Counters = {
  bucket: string;
  used: number;
  expires_at: Time;
};

type Secrets = {
  name: string;
  value: string;
};

type Idempotency = {
  member_id: number;
  key: string;
  request_hash: string;
  status: number | null;
  body: string | null;
  created: TimeWithDefault;
};

type Leagues = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  name: string;
  description: Generated<string>;
  active: Generated<boolean>;
  custom: Generated<boolean>;
  rounds: Generated<number>;
  group_members: Generated<number>;
  code: string;
  owner_id: number | null;
  image_id: number | null;
  removed_at: TimeOrNull;
};

type LeagueMembers = {
  league_id: number;
  member_id: number;
  joined_at: TimeWithDefault;
  seen_at: TimeWithDefault;
  active: Generated<boolean>;
};

type Groups = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  name: string;
  active: Generated<boolean>;
  code: string;
  owner_id: number | null;
  image_id: number | null;
};

type GroupMembers = {
  group_id: number;
  member_id: number;
  joined_at: TimeWithDefault;
  active: Generated<boolean>;
};

type LeagueGroups = {
  league_id: number;
  group_id: number;
  invited_by: number | null;
  created: TimeWithDefault;
};

type LeagueGrants = {
  league_id: number;
  member_id: number;
  group_id: number;
  created: TimeWithDefault;
};

type Options = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  name: string;
  value: string | null;
  active: Generated<boolean>;
  league_id: number | null;
  maker_id: number | null;
  image_id: number | null;
  picture: string | null;
};

type ItemTypes = {
  id: GeneratedAlways<number>;
  parent_id: number | null;
  name: string;
  description: Generated<string>;
  layout: Layout | null;
  position: Generated<number>;
  active: Generated<boolean>;
  image_id: number | null;
  picture: string | null;
};

type ItemRules = {
  id: GeneratedAlways<number>;
  item_type_id: number | null;
  layout: string | null;
  name: string;
  key: string;
  value: ColumnType<ItemRule['value'], string | null | undefined, string | null>;
  type: Generated<ItemRule['type']>;
  maxlength: number | null;
  details: ColumnType<ItemRule['details'], string | undefined, string>;
  required: Generated<boolean>;
  readonly: Generated<boolean>;
  position: Generated<number>;
  active: Generated<boolean>;
};

type Posts = {
  id: GeneratedAlways<number>;
  slug: string | null;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  league_id: number | null;
  author_id: number | null;
  item_type_id: number | null;
  layout: Layout | null;
  active: Generated<boolean>;
  pinned: Generated<boolean>;
  description: Generated<string>;
  due_date: TimeOrNull;
  rounds: Generated<number>;
  group_size: Generated<number>;
  even_breakpoint: Generated<number>;
  hide_options: Generated<boolean>;
  rules: JsonWithDefault;
};

type Items = {
  id: GeneratedAlways<number>;
  post_id: number;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  position: Generated<number>;
  leg: Generated<number>;
  name: Generated<string>;
  description: Generated<string>;
  layout: Layout;
  date: TimeOrNull;
  status: Generated<'open' | 'started' | 'ended' | 'void'>;
  started_at: TimeOrNull;
  ended_at: TimeOrNull;
  version: Generated<number>;
  rules: JsonWithDefault;
  details: JsonWithDefault;
};

type ItemOptions = {
  id: GeneratedAlways<number>;
  item_id: number;
  option_id: number | null;
  partner_id: number | null;
  position: number;
  name: string;
  data: JsonWithDefault;
  no_points: Generated<boolean>;
  result: number | null;
};

type Bets = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  item_id: number;
  item_option_id: number;
  member_id: number;
  value: number;
};

type ItemBettors = {
  item_id: ColumnType<number, never, never>;
  member_id: ColumnType<number, never, never>;
  since: ColumnType<string, never, never>;
};

type ItemSteps = {
  id: GeneratedAlways<number>;
  item_id: number;
  kind: 'made' | 'moved' | 'started' | 'result' | 'corrected' | 'void';
  at: TimeWithDefault;
  member_id: number | null;
  version: number;
  was: JsonOrNull;
  became: JsonOrNull;
};

type Ledger = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  league_id: number;
  post_id: number;
  item_id: number;
  item_version: number;
  member_id: number;
  points: number;
  exact: Generated<number>;
  difference: Generated<number>;
  outcome: Generated<number>;
  played: Generated<number>;
  total: number;
  reason: Json;
};

type Comments = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  updated: TimeWithDefault;
  post_id: number;
  member_id: number;
  active: Generated<boolean>;
  description: Generated<string>;
  key: string | null;
};

type TalkReads = {
  member_id: number;
  post_id: number;
  last: number;
  at: TimeWithDefault;
};

type CommentImages = {
  comment_id: number;
  image_id: number;
  position: number;
};

type Notifications = {
  id: GeneratedAlways<number>;
  created: TimeWithDefault;
  member_id: number;
  kind: string;
  is_new: Generated<boolean>;
  league_id: number | null;
  actor_id: number | null;
  link: string;
  data: JsonWithDefault;
  dedupe: string | null;
};

type Reminders = {
  item_id: number;
  member_id: number;
};

type PushOutbox = {
  notification_id: number;
  push_id: string;
  created: TimeWithDefault;
  tries: Generated<number>;
  due_at: TimeWithDefault;
};

type LiveEvents = {
  key: GeneratedAlways<number>;
  /** Assigned at commit. */
  id: ColumnType<number | null, never, never>;
  at: TimeWithDefault;
  type: string;
  league_id: number | null;
  member_id: number | null;
  post_id: number | null;
  item_id: number | null;
  version: number | null;
};

type Jobs = {
  name: string;
  last_run: TimeWithDefault;
  held_until: TimeOrNull;
};

/** The migrator's own: which files have run. */
type Migrations = {
  name: string;
  checksum: string;
  ran: TimeWithDefault;
};

export type Tables = {
  images: Images;
  members: Members;
  identities: Identities;
  sessions: Sessions;
  push_ids: PushIds;
  known_devices: KnownDevices;
  pins: Pins;
  counters: Counters;
  secrets: Secrets;
  idempotency: Idempotency;
  leagues: Leagues;
  league_members: LeagueMembers;
  groups: Groups;
  group_members: GroupMembers;
  league_groups: LeagueGroups;
  league_grants: LeagueGrants;
  options: Options;
  item_types: ItemTypes;
  item_rules: ItemRules;
  posts: Posts;
  items: Items;
  item_options: ItemOptions;
  bets: Bets;
  item_bettors: ItemBettors;
  item_steps: ItemSteps;
  ledger: Ledger;
  comments: Comments;
  comment_images: CommentImages;
  talk_reads: TalkReads;
  notifications: Notifications;
  reminders: Reminders;
  push_outbox: PushOutbox;
  live_events: LiveEvents;
  jobs: Jobs;
  migrations: Migrations;
};

/** The handle that queries are made with: a transaction where there is one. */
export type Db = Kysely<Tables>;
