import { randomUUID } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { routePath } from 'hono/route';
import type { Log } from '#server/boot/log.ts';
import type { Metrics } from './metrics.ts';
import type { HonoContext, Middleware } from './env.ts';
import { parseForwardedAddress } from './network.ts';
import { problem } from './problems.ts';

function socketAddress(c: HonoContext): string {
  return (c.env.incoming?.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** The caller's IP address. Only the X-Forwarded-For entries that trusted proxies wrote count. */
function callerAddress(c: HonoContext, proxies: number): string {
  if (proxies === 0) return socketAddress(c);
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return parseForwardedAddress(forwarded.at(-proxies) ?? '') ?? socketAddress(c);
}

/** Whether the request comes from this machine and was not forwarded. */
export function isLocalRequest(c: HonoContext): boolean {
  const forwarded = c.req.header('X-Forwarded-For') ?? c.req.header('Forwarded') ?? c.req.header('Via');
  return forwarded === undefined && /^(127(\.\d+){3}|::1)$/.test(socketAddress(c));
}

/** Sets request id and IP address, logs one line and counts the request, by route pattern and never by path. */
export function trackRequest(log: Log, metrics: Metrics, proxies: number): Middleware {
  return async (c, next) => {
    const began = performance.now();
    const forwardedId = proxies > 0 ? c.req.header('X-Request-Id') : undefined;
    const id = forwardedId !== undefined && /^[\w-]{8,64}$/.test(forwardedId) ? forwardedId : randomUUID();
    c.set('requestId', id);
    c.set('address', callerAddress(c, proxies));
    c.set('memberId', null);
    c.set('me', null);
    c.set('token', null);
    await next();
    c.res.headers.set('X-Request-Id', id);
    const ms = Math.round((performance.now() - began) * 10) / 10;
    // The pattern of the handler that responded, not that of a catch-all.
    const route = routePath(c);
    const method = c.req.method;
    const status = c.res.status;
    metrics.count(method, route, status, ms);
    const level = route.startsWith('/api/') ? 'info' : 'debug';
    log[level]({ id, member: c.get('memberId'), method, route, status, ms }, 'request');
  };
}

/** Ends the stream of a HEAD request, which runs as a GET: nobody reads it. */
export const endStreamOfHead: Middleware = async (c, next) => {
  await next();
  if (c.req.method === 'HEAD') await c.res.body?.cancel().catch(() => {});
};

/**
 * Sends the headers of a streamed response and attaches it to the connection. Not for HEAD or without a connection, since
 * nobody would read it.
 */
export const sendStreamed: Middleware = async (c, next) => {
  await next();
  const streamed = c.get('streamed');
  if (!streamed) return;
  const { outgoing } = c.env;
  if (!outgoing || c.req.method === 'HEAD') {
    streamed.end();
    return;
  }
  outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers));
  streamed.attachTo(outgoing);
  // Otherwise Hono would copy the headers that are set into a response that is to be sent.
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
};

/** Responds 503 after `ms`; for a stream the time to its headers counts. */
export function timeLimit(ms: (c: HonoContext) => number): Middleware {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(problem.unavailable()), ms(c));
    });
    try {
      await Promise.race([next(), timedOut]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** `Cache-Control: no-store` unless a route says otherwise. */
export const noStoreByDefault: Middleware = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
