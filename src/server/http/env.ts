import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Caller } from '#server/auth/sessions.ts';
import type { StoreAnswer } from './context.ts';

/** What a request carries through its pipeline. */
export type Env = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The caller's address, for limits; behind a trusted proxy the forwarded one. */
    address: string;
    /** Who calls, once the identity step has found out; null is a guest. */
    memberId: number | null;
    /** The same caller with session and roles. */
    me: Caller | null;
    /** The token the call came with. */
    token: string | null;
    /** Under an `Idempotency-Key`: keeps the answer in the transaction that earned it. */
    keepAnswer: StoreAnswer | undefined;
  };
};

export type Api = Hono<Env>;
export type HonoContext = Context<Env>;
export type Middleware = MiddlewareHandler<Env>;
