import type { Renderers } from '#server/notification-texts.ts';
import { joined, short, standing } from './parts.ts';

const pointsOf = (points: number) => (points === 1 ? '1 point' : `${points} points`);

/** What members are told, in English. */
export const en: Renderers = {
  new_game: ({ game }, { league }) => ({
    title: 'A new game is waiting for your pick',
    description: joined(short(game), league),
  }),
  closing: ({ item, items }, { league }) => ({
    title: 'Less than an hour left, and no pick yet',
    description: joined(short(item), items > 1 ? `and ${items - 1} more` : '', league),
  }),
  results: ({ item, points }, { league }) => ({
    title: points > 0 ? `The result is in: ${pointsOf(points)}` : 'The result is in',
    description: joined(short(item), league),
  }),
  correction: ({ item, was, points, now }, { league }) => {
    const what = now === null ? 'Called off' : 'Result corrected';
    return {
      title: was === points ? `${what}, your points stay` : `${what}: ${pointsOf(points)} instead of ${was}`,
      description: joined(short(item), now ? `It is now ${standing(now, 'nobody')}` : '', league),
    };
  },
  invited: ({ group }, { league, actor }) => ({
    title: `An invitation to ${league}`,
    description: joined(actor, group),
  }),
  joined: ({ group }, { league, actor }) => ({
    title: group === null ? 'Somebody joined the league' : 'Somebody joined the group',
    description: joined(actor, group ?? league),
  }),
  comment: ({ game, text }, { actor }) => ({
    title: joined(actor, short(game)),
    description: short(text) || 'A picture',
  }),
  pinned: ({ game }, { league }) => ({
    title: 'Something was pinned to the top',
    description: joined(short(game), league),
  }),
};
