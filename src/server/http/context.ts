import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';
import type { Platform } from '#server/boot/platform.ts';

/** Stores what a request is answered, with its work or not at all. */
export type StoreAnswer = (db: Db, status: number, body: string) => Promise<void>;

/** What a handler works with. */
export type Context = {
  readonly db: Db;
  readonly me: Caller | null;
  /** The caller's address, for limits. */
  readonly address: string;
  /** The token the call came with, for the calls that hand it back. */
  readonly token: string | null;
  /** What the caller's device says it is. */
  readonly agent: string;
  /** The request's id, as it is logged and answered. */
  readonly requestId: string;
  readonly platform: Platform;
  /** The request itself: a stream reads its headers and ends with it. */
  readonly request: Request;
  readonly keepAnswer: StoreAnswer | undefined;
};

/** A context whose policy asked for a member. */
export type MemberContext = Context & { readonly me: Caller };

/** The caller's id for SQL: a guest is null, and so equals nobody. */
export const callerId = (ctx: Context): number | null => ctx.me?.id ?? null;
export const isStaff = (ctx: Context): boolean => ctx.me?.isStaff ?? false;
