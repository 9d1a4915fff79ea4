import { problem } from '#server/http/problems.ts';
import { readProfile } from '#server/queries/profile.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** A member as their friends see them: in the leagues that both are in. */
export const profile = defineCall('profile', {
  target: ({ query }) => ({ model: 'member', id: query.member }),
  async handler({ db, me }, { query: { member } }) {
    const found = await readProfile(db, me.id, member);
    if (!found) throw problem.notFound();
    return found;
  },
});
