import type { Api, Call, Step } from '#server/http/env.ts';
import { changingGet } from '#server/http/body.ts';
import { readBody, readQuery } from '#server/http/input.ts';
import * as v from 'valibot';
import type { Platform } from '#server/platform.ts';
import { callPolicies, type Rule } from '#server/policies.ts';
import { bareStanding, refuseUnless, requireStanding } from '#server/scope.ts';
import { callRoutes } from '#server/calls/index.ts';
import type { CallRoute } from './call.ts';
import { atomically, contextOf, present } from './pipeline.ts';

const noQuery = v.strictObject({});

async function answer(c: Call, route: CallRoute, rule: Rule, platform: Platform): Promise<Response> {
  const ctx = contextOf(c, platform);
  // Whoever must sign in first learns nothing else.
  if (rule !== 'guest' && !ctx.me) refuseUnless(ctx, rule, bareStanding(ctx));
  const input = {
    query: readQuery(c, route.spec.query ?? noQuery),
    body: route.spec.body ? await readBody(c, route.spec.body) : undefined,
  };
  const work = async (inside: typeof ctx) => {
    const target = route.target(input);
    if (target) await requireStanding(inside, target, rule);
    else refuseUnless(inside, rule, bareStanding(inside));
    return route.handler(inside, input);
  };
  const result = route.atomic ? await atomically(ctx, route.status, work) : await work(ctx);
  return result instanceof Response ? result : present(c, route.spec.answer, result, route.status);
}

/** The calls of the contract that are not generic: identity, input, policy, one transaction, presenter. */
export function callsRoutes(api: Api, platform: Platform): void {
  for (const route of callRoutes) {
    const { method, path, changes } = route.spec;
    const rule = callPolicies[route.name];
    const steps: Step[] = changes && method === 'GET' ? [changingGet] : [];
    api.on(method, [`/api/${path.replace(/\/$/, '')}`], ...steps, (c) => answer(c, route, rule, platform));
  }
}
