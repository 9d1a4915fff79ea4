import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import { invite } from '#machines/invite.ts';
import { withTimeout } from './with-timeout.ts';

/** The invitation of groups to a league with its port provided. */
export const provideInvite = (http: Api): typeof invite =>
  invite.provide({
    actors: {
      inviteGroup: withTimeout(async ({ input: { league, group }, signal }) => {
        const query = { section: league, clan: group };
        const { res } = await http.call(calls.inviteGroup, { query, signal });
        return res === 1;
      }),
    },
  });
