import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { ItemRule, LateJoiner, TieBreak, TimelineEntry } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';

/** Read as ISO 8601 UTC with milliseconds; written as that or as a Date. */
type Time = ColumnType<string, string | Date, string | Date>;
type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type TimeWithDefault = ColumnType<string, string | Date | undefined, string | Date>;
/** Read parsed; written as JSON text, since a bare array would become a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;
type JsonWithDefault = ColumnType<unknown, string | undefined, string>;

/** Tables used through the query builder, in the order of the migrations. */
export type Tables = {
  images: {
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
  members: {
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
  identities: {
    issuer: string;
    subject: string;
    member_id: number;
    provider: Generated<string>;
    created: TimeWithDefault;
  };
  sessions: {
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
  push_ids: {
    push_id: string;
    member_id: number;
    session_id: number;
    created: TimeWithDefault;
    p256dh: string | null;
    auth: string | null;
  };
  known_devices: {
    phone: string;
    device_hash: string;
    created: TimeWithDefault;
  };
  pins: {
    id: GeneratedAlways<number>;
    phone: string;
    pin_hash: string;
    /** The known device that asked for it; null for an unknown one, which counts against `network`. */
    device_hash: string | null;
    network: string | null;
    created: TimeWithDefault;
    expires_at: Time;
    tries: Generated<number>;
    used_at: TimeOrNull;
  };
  counters: {
    bucket: string;
    used: number;
    expires_at: Time;
  };
  idempotency: {
    member_id: number;
    key: string;
    request_hash: string;
    status: number;
    body: string;
    created: TimeWithDefault;
  };
  leagues: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    updated: TimeWithDefault;
    name: string;
    description: Generated<string>;
    active: Generated<boolean>;
    custom: Generated<boolean>;
    rounds: Generated<number>;
    group_members: Generated<number>;
    tie_break: Generated<TieBreak>;
    provisional_results: Generated<boolean>;
    late_joiner: Generated<LateJoiner>;
    code: string;
    owner_id: number | null;
    image_id: number | null;
    removed_at: TimeOrNull;
  };
  league_members: {
    league_id: number;
    member_id: number;
    joined_at: TimeWithDefault;
    first_joined_at: TimeWithDefault;
    seen_at: TimeWithDefault;
    active: Generated<boolean>;
  };
  groups: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    updated: TimeWithDefault;
    name: string;
    active: Generated<boolean>;
    code: string;
    owner_id: number | null;
    image_id: number | null;
  };
  group_members: {
    group_id: number;
    member_id: number;
    joined_at: TimeWithDefault;
    active: Generated<boolean>;
  };
  league_groups: {
    league_id: number;
    group_id: number;
    invited_by: number | null;
    created: TimeWithDefault;
  };
  options: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    updated: TimeWithDefault;
    name: string;
    value: string | null;
    active: Generated<boolean>;
    league_id: number | null;
    maker_id: number | null;
    private: Generated<boolean>;
    image_id: number | null;
    picture: string | null;
  };
  item_types: {
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
  item_rules: {
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
  posts: {
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
  items: {
    id: GeneratedAlways<number>;
    post_id: number;
    /** League of its post, set by a trigger. */
    league_id: Generated<number | null>;
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
    /** When its date was first found to have passed. */
    closed_at: TimeOrNull;
    /** State of a result that is provisional first. */
    standing: Generated<ResultStanding | null>;
    /** When a provisional result becomes final. */
    final_at: TimeOrNull;
    version: Generated<number>;
    rules: JsonWithDefault;
    details: JsonWithDefault;
  };
  item_options: {
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
  bets: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    updated: TimeWithDefault;
    item_id: number;
    item_option_id: number;
    member_id: number;
    value: number;
  };
  jokers: {
    post_id: number;
    member_id: number;
    item_id: number;
    placed: TimeWithDefault;
  };
  item_steps: {
    id: GeneratedAlways<number>;
    item_id: number;
    kind: TimelineEntry['kind'];
    at: TimeWithDefault;
    member_id: number | null;
    version: number;
    was: JsonOrNull;
    became: JsonOrNull;
    source: ColumnType<string | null, string | null | undefined, never>;
  };
  ledger: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    league_id: number;
    post_id: number;
    /** Null, with its version, in an entry for a missed game. */
    item_id: number | null;
    item_version: number | null;
    member_id: number;
    points: number;
    exact: Generated<number>;
    difference: Generated<number>;
    outcome: Generated<number>;
    played: Generated<number>;
    total: number;
    reason: Json;
  };
  comments: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    updated: TimeWithDefault;
    post_id: number;
    member_id: number;
    active: Generated<boolean>;
    description: Generated<string>;
    key: string | null;
  };
  talk_reads: {
    member_id: number;
    post_id: number;
    last: number;
    at: TimeWithDefault;
  };
  notifications: {
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
  live_events: {
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
  tournaments: {
    id: GeneratedAlways<number>;
    created: TimeWithDefault;
    league_id: number;
    competition: string;
    shift_days: Generated<number>;
    rules: JsonWithDefault;
    item_type_id: number;
    undone_at: TimeOrNull;
    start_by: Generated<'date' | 'kick_off'>;
  };
  tournament_games: { tournament_id: number; round: string; post_id: number };
  tournament_items: {
    tournament_id: number;
    match: string;
    item_id: number;
    held: Generated<boolean>;
    applied: JsonOrNull;
  };
  league_competitions: {
    league_id: number;
    id: string;
    document: Json;
    updated: TimeWithDefault;
  };
  team_names: {
    league_id: number;
    name: string;
    option_id: number;
    tournament_id: number;
  };
  sources: {
    competition: string;
    name: string;
    address: string;
    document: JsonOrNull;
    etag: string | null;
    last_modified: string | null;
    next_at: TimeWithDefault;
    failures: Generated<number>;
    asked: Generated<number>;
    asked_on: TimeWithDefault;
    answered_at: TimeOrNull;
  };
  jobs: {
    name: string;
    last_run: TimeWithDefault;
    held_until: TimeOrNull;
  };
  /** The migrator's table: the files that have run. */
  migrations: {
    name: string;
    checksum: string;
    ran: TimeWithDefault;
  };
};

/** Handle for queries: the database, or a transaction. */
export type Db = Kysely<Tables>;
