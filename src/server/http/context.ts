import type { Language } from '#contract/language.ts';
import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';
import type { Platform } from '#server/boot/platform.ts';

/** A request under an Idempotency-Key, in the transaction that does its work. */
export type KeyedRequest = {
  readonly key: string;
  /** Of the request; another body has another. */
  readonly hash: string;
  /** Holds the key until the transaction ends; throws if it is held or has an answer. */
  claim(trx: Db): Promise<void>;
  /** Stores the response under the key; throws if another request has done so meanwhile. */
  store(trx: Db, status: number, body: string): Promise<void>;
  /** The statement that did the work has stored its response. */
  isStored(): void;
};

/** One request: the caller, the database handle (a transaction for calls that write) and the process's parts. */
export type Context = {
  readonly db: Db;
  /** In a transaction that writes: what the caller is judged by is locked (db/locks.ts). */
  readonly locks: boolean;
  readonly me: Caller | null;
  /** The caller's address, for limits. */
  readonly address: string;
  /** The caller's session token; linkPhone answers it again. */
  readonly token: string | null;
  /** What the caller's page is in; null where the request does not say. */
  readonly language: Language | null;
  /** The User-Agent header. */
  readonly userAgent: string;
  /** The request's id, as logged and sent back. */
  readonly requestId: string;
  readonly platform: Platform;
  /** The request: a stream reads its headers and ends with it. */
  readonly request: Request;
  readonly keyed: KeyedRequest | undefined;
};

/** The context of a signed-in caller. */
export type MemberContext = Context & { readonly me: Caller };

/** The caller's id for SQL: null for a guest; in SQL `= null` matches no row. */
export const callerId = (ctx: Context): number | null => ctx.me?.id ?? null;
export const isStaff = (ctx: Context): boolean => ctx.me?.isStaff ?? false;
