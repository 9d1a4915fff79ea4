import { cors } from 'hono/cors';
import type { Settings } from '#server/boot/settings.ts';
import type { Middleware } from './env.ts';

/** Content-Security-Policy of the client: only the sources named here may run, load or connect (decisions §12). */
function contentSecurityPolicy({ firebase }: Settings, inlineScripts: readonly string[]): string {
  const config = firebase.config;
  const google = config
    ? {
        script: ' https://apis.google.com',
        connect: ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
        frame: `https://${config.authDomain}`,
      }
    : { script: '', connect: '', frame: "'none'" };
  const emulator = firebase.emulatorHost ? ` http://${firebase.emulatorHost}` : '';
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inlineScripts].join(' ')}${google.script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${google.connect}${emulator}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${google.frame}${emulator}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Security headers of every response, errors included; a route may set a stricter policy. `inlineScripts`: their hashes. */
export function securityHeaders(settings: Settings, inlineScripts: readonly string[]): Middleware {
  const headers: [string, string][] = [
    ['Content-Security-Policy', contentSecurityPolicy(settings, inlineScripts)],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  ];
  if (settings.siteUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  }
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}

/** CORS for the origins in the settings, which are the native shell's. */
export function crossOrigin(settings: Settings): Middleware {
  const allowed = new Set(settings.allowedOrigins);
  const answerCrossOrigin = cors({
    origin: (origin) => (allowed.has(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'],
    exposeHeaders: ['Date', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || allowed.has(c.req.header('Origin') ?? ''))
      return answerCrossOrigin(c, next);
    // Hono's middleware sets headers before there is a response. The response is then copied, and its text sent as a stream.
    await next();
    c.res.headers.append('Vary', 'Origin');
    return undefined;
  };
}
