import type { Language } from '#contract/language.ts';
import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';
import type { Platform } from '#server/boot/platform.ts';

/** A request with an Idempotency-Key, in its transaction. */
export type KeyedRequest = {
  readonly key: string;
  /** Hash of method, path and body; '' for a form, until its file is received. */
  readonly hash: string;
  /** Hashes the file of a form: the form's boundary differs between retries. */
  receiveFile(file: Uint8Array): void;
  /** Holds the key until the transaction ends; throws if another request holds it or has stored a response. */
  claim(trx: Db): Promise<void>;
  /** Stores the response under the key; throws if another request has stored one meanwhile. */
  store(trx: Db, status: number, body: string): Promise<void>;
  /** Tells that the work's own statement has stored its response. */
  isStored(): void;
};

/** One request: the caller, the database handle (a transaction in calls that write) and the process's parts. */
export type Context = {
  readonly db: Db;
  /** In a transaction that writes: the rows that the policy depends on are locked (db/locks.ts). */
  readonly locks: boolean;
  readonly me: Caller | null;
  /** IP address, for limits. */
  readonly address: string;
  /** The session token; linkPhone returns it again. */
  readonly token: string | null;
  /** The page's language; null if the request does not say. */
  readonly language: Language | null;
  /** The User-Agent header. */
  readonly userAgent: string;
  /** Id of the request, in the log and in the response. */
  readonly requestId: string;
  readonly platform: Platform;
  /** The request: a stream reads its headers and ends when it is aborted. */
  readonly request: Request;
  readonly keyed: KeyedRequest | undefined;
};

/** The context of a signed-in caller. */
export type MemberContext = Context & { readonly me: Caller };

/** The caller's id for SQL; null for a guest, and `= null` matches no row. */
export const callerId = (ctx: Context): number | null => ctx.me?.id ?? null;
export const isStaff = (ctx: Context): boolean => ctx.me?.isStaff ?? false;
