import type { HttpClient } from '#actors/http-client.ts';
import { calls } from '#contract/calls.ts';
import { join, type JoinRequest, type JoinTarget } from '#machines/join.ts';
import { withTimeout } from './with-timeout.ts';

/** Joining by a code, with its ports provided. A guest can only preview; the server refuses joining. */
export function provideJoin(httpClient: HttpClient): typeof join {
  const lookUpCode = (preview: boolean) =>
    withTimeout<JoinTarget | null, JoinRequest>(async ({ input: { code, by, league }, signal }) => {
      const query = {
        code,
        preview,
        ...(by !== null && { by }),
        ...(league !== null && { section: league }),
      };
      const { res } = await httpClient.call(calls.join, { query, signal });
      return res === 0 ? null : res;
    });
  return join.provide({ actors: { previewJoin: lookUpCode(true), join: lookUpCode(false) } });
}
