import type { Api, HonoContext, Middleware } from '#server/http/env.ts';
import { requireJsonContentType } from '#server/http/body.ts';
import { readBody, readQuery } from '#server/http/input.ts';
import * as v from 'valibot';
import type { Platform } from '#server/boot/platform.ts';
import { callPolicies, type AccessRule } from '#server/auth/policies.ts';
import { accessWithoutObject, authorize, enforceRule, resolveId } from '#server/auth/access.ts';
import { StreamedResponse } from '#server/http/streamed-response.ts';
import { orNotFound } from '#server/http/problems.ts';
import { callEndpoints } from '#server/endpoints.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import { inRequestTransaction, contextOf, respond } from './pipeline.ts';

const noQuery = v.strictObject({});

async function handleCall(
  c: HonoContext,
  route: CallEndpoint,
  rule: AccessRule,
  platform: Platform,
): Promise<Response> {
  const ctx = contextOf(c, platform);
  // 401 comes before any input error.
  if (rule !== 'guest' && !ctx.me) enforceRule(ctx, rule, accessWithoutObject(ctx));
  const input = {
    query: readQuery(c, route.spec.query ?? noQuery),
    body: route.spec.body ? await readBody(c, route.spec.body) : undefined,
  };
  const work = async (txContext: typeof ctx) => {
    const target = route.target(input);
    const objects = target && { model: target.model, ids: [orNotFound(await resolveId(txContext, target))] };
    return route.handler(await authorize(txContext, objects, rule, route.lock), input);
  };
  const result = route.inTransaction ? await inRequestTransaction(ctx, route.status, work) : await work(ctx);
  if (!(result instanceof StreamedResponse)) return respond(c, route.spec.answer, result, route.status);
  c.set('streamed', result);
  return c.body(null, 200, result.headers);
}

/** Mounts the calls that are not generic: authentication, validation, policy, one transaction, response. */
export function mountCalls(api: Api, platform: Platform): void {
  for (const route of Object.values(callEndpoints)) {
    const { method, path, changes } = route.spec;
    const rule = callPolicies[route.name];
    const middleware: Middleware[] = changes && method === 'GET' ? [requireJsonContentType] : [];
    api.on(method, [`/api/${path.replace(/\/$/, '')}`], ...middleware, (c) =>
      handleCall(c, route, rule, platform),
    );
  }
}
