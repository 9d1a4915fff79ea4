import type { DeletedGameText, NotificationTexts } from './notifications.ts';
import { closingTime, dateText, joinParts, truncate, resultText } from './notification-parts.ts';

const pointsOf = (points: number) =>
  points === 1 ? 'נקודה אחת' : points === 2 ? 'שתי נקודות' : `${points} נקודות`;

export const deletedGame: DeletedGameText = ({ game, words }, { league }) => ({
  title: words ? 'ההודעה הזאת נמחקה' : 'המשחק הזה נמחק',
  description: joinParts(truncate(game), league),
});

function laterClosing(closes: string): string {
  const { weekday, time } = closingTime(closes, 'he-IL');
  return `נסגר ב${weekday} ב־${time}, ועוד אין ניחוש`;
}

/** Notifications in Hebrew. */
export const heb: NotificationTexts = {
  new_game: ({ game, words, matches = 1 }, { league }) => ({
    title: words
      ? 'הודעה חדשה לכולם'
      : matches > 2
        ? `${matches} משחקים חדשים מחכים לניחוש`
        : matches === 2
          ? 'שני משחקים חדשים מחכים לניחוש'
          : 'משחק חדש מחכה לניחוש',
    description: joinParts(truncate(game), league),
  }),
  closing: ({ item, items, closes, movedTo }, { league }) => ({
    title:
      movedTo === undefined
        ? closes === undefined
          ? 'פחות משעה לסגירה, ועוד אין ניחוש'
          : laterClosing(closes)
        : movedTo === null
          ? 'המשחק נדחה וממתין למועד'
          : items > 1
            ? 'המועדים של כמה משחקים השתנו'
            : 'המועד של המשחק השתנה',
    description: joinParts(
      truncate(item),
      movedTo ? dateText(movedTo) : '',
      items > 2 ? `ועוד ${items - 1}` : items === 2 ? 'ועוד אחד' : '',
      league,
    ),
  }),
  results: ({ item, points }, { league }) => ({
    title: points > 0 ? `יש תוצאה: ${pointsOf(points)}` : 'יש תוצאה',
    description: joinParts(truncate(item), league),
  }),
  correction: ({ item, was, points, now: result, about }, { league, actor }) => {
    if (about !== undefined)
      return {
        title: about === 'objected' ? 'יש ערעור על תוצאה' : 'התוצאה במחלוקת: לתקן, או לקבוע שזו התוצאה',
        description: joinParts(actor, truncate(item), league),
      };
    const event = result === null ? 'משחק בוטל' : 'תוצאה תוקנה';
    return {
      title: was === points ? `${event}, הנקודות לא השתנו` : `${event}: ${pointsOf(points)} במקום ${was}`,
      description: joinParts(
        truncate(item),
        result ? `התוצאה עכשיו: ${resultText(result, 'בלי זוכים')}` : '',
        league,
      ),
    };
  },
  invited: ({ group }, { league, actor }) => ({
    title: joinParts('הזמנה לליגה', league),
    description: joinParts(actor, group),
  }),
  joined: ({ group }, { league, actor }) => ({
    title: group === null ? 'יש הצטרפות חדשה לליגה' : 'יש הצטרפות חדשה לחבורה',
    description: joinParts(actor, group ?? league),
  }),
  comment: ({ game, text }, { actor }) => ({
    title: joinParts(actor, truncate(game)),
    description: truncate(text) || 'תמונה',
  }),
  pinned: ({ game }, { league }) => ({
    title: 'משהו ננעץ למעלה',
    description: joinParts(truncate(game), league),
  }),
};
