import type { Renderers } from '#server/notification-texts.ts';
import { joined, short, standing } from './parts.ts';

const pointsOf = (points: number) =>
  points === 1 ? 'נקודה אחת' : points === 2 ? 'שתי נקודות' : `${points} נקודות`;

/** What members are told, in Hebrew. */
export const heb: Renderers = {
  new_game: ({ game }, { league }) => ({
    title: 'משחק חדש מחכה לניחוש',
    description: joined(short(game), league),
  }),
  closing: ({ item, items }, { league }) => ({
    title: 'פחות משעה לסגירה, ועוד אין ניחוש',
    description: joined(short(item), items > 2 ? `ועוד ${items - 1}` : items === 2 ? 'ועוד אחד' : '', league),
  }),
  results: ({ item, points }, { league }) => ({
    title: points > 0 ? `יש תוצאה: ${pointsOf(points)}` : 'יש תוצאה',
    description: joined(short(item), league),
  }),
  correction: ({ item, was, points, now }, { league }) => {
    const what = now === null ? 'משחק בוטל' : 'תוצאה תוקנה';
    return {
      title: was === points ? `${what}, הנקודות לא השתנו` : `${what}: ${pointsOf(points)} במקום ${was}`,
      description: joined(short(item), now ? `התוצאה עכשיו: ${standing(now, 'בלי זוכים')}` : '', league),
    };
  },
  invited: ({ group }, { league, actor }) => ({
    title: `הזמנה לליגה ${league}`,
    description: joined(actor, group),
  }),
  joined: ({ group }, { league, actor }) => ({
    title: group === null ? 'יש הצטרפות חדשה לליגה' : 'יש הצטרפות חדשה לחבורה',
    description: joined(actor, group ?? league),
  }),
  comment: ({ game, text }, { actor }) => ({
    title: joined(actor, short(game)),
    description: short(text) || 'תמונה',
  }),
  pinned: ({ game }, { league }) => ({
    title: 'משהו ננעץ למעלה',
    description: joined(short(game), league),
  }),
};
