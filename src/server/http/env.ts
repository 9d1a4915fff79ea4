import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Caller } from '#server/auth/sessions.ts';
import type { KeyedRequest } from './context.ts';
import type { StreamedResponse } from './streamed-response.ts';

/** Variables of a request, set by its middleware. */
export type Env = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The caller's address, for limits; behind a trusted proxy the forwarded one. */
    address: string;
    /** The caller's id, set by `authenticate`; null for a guest. */
    memberId: number | null;
    /** The caller with session and roles. */
    me: Caller | null;
    /** The session token of the request. */
    token: string | null;
    /** The request's Idempotency-Key, which its transaction claims. */
    keyed: KeyedRequest | undefined;
    /** The body of a streamed response. */
    streamed: StreamedResponse | undefined;
  };
};

export type Api = Hono<Env>;
export type HonoContext = Context<Env>;
export type Middleware = MiddlewareHandler<Env>;
