import type { DeletedGameText, NotificationTexts } from './notifications.ts';
import { closingTime, dateText, joinParts, truncate, resultText } from './notification-parts.ts';

const pointsOf = (points: number) => (points === 1 ? '1 point' : `${points} points`);

export const deletedGame: DeletedGameText = ({ game, words }, { league }) => ({
  title: words ? 'This message was deleted' : 'This game was deleted',
  description: joinParts(truncate(game), league),
});

function laterClosing(closes: string): string {
  const { weekday, time } = closingTime(closes, 'en-GB');
  return `Closes on ${weekday} at ${time}, and no pick yet`;
}

/** Notifications in English. */
export const en: NotificationTexts = {
  new_game: ({ game, words, matches = 1 }, { league }) => ({
    title: words
      ? 'A new message for everyone'
      : matches > 1
        ? `${matches} new matches are waiting for your picks`
        : 'A new game is waiting for your pick',
    description: joinParts(truncate(game), league),
  }),
  closing: ({ item, items, closes, movedTo }, { league }) => ({
    title:
      movedTo === undefined
        ? closes === undefined
          ? 'Less than an hour left, and no pick yet'
          : laterClosing(closes)
        : movedTo === null
          ? 'The match is postponed and waits for a date'
          : items > 1
            ? 'Several matches have new dates'
            : 'The match has a new date',
    description: joinParts(
      truncate(item),
      movedTo ? dateText(movedTo) : '',
      items > 1 ? `and ${items - 1} more` : '',
      league,
    ),
  }),
  results: ({ item, points }, { league }) => ({
    title: points > 0 ? `The result is in: ${pointsOf(points)}` : 'The result is in',
    description: joinParts(truncate(item), league),
  }),
  correction: ({ item, was, points, now: result, about }, { league, actor }) => {
    if (about !== undefined)
      return {
        title:
          about === 'objected'
            ? 'Somebody objects to a result'
            : 'A result is contested: correct it, or say that it stands',
        description: joinParts(actor, truncate(item), league),
      };
    const event = result === null ? 'Called off' : 'Result corrected';
    return {
      title:
        was === points ? `${event}, your points stay` : `${event}: ${pointsOf(points)} instead of ${was}`,
      description: joinParts(
        truncate(item),
        result ? `It is now ${resultText(result, 'nobody')}` : '',
        league,
      ),
    };
  },
  invited: ({ group }, { league, actor }) => ({
    title: `An invitation to ${league || 'a league'}`,
    description: joinParts(actor, group),
  }),
  joined: ({ group }, { league, actor }) => ({
    title: group === null ? 'Somebody joined the league' : 'Somebody joined the group',
    description: joinParts(actor, group ?? league),
  }),
  comment: ({ game, text }, { actor }) => ({
    title: joinParts(actor, truncate(game)),
    description: truncate(text) || 'A picture',
  }),
  pinned: ({ game }, { league }) => ({
    title: 'Something was pinned to the top',
    description: joinParts(truncate(game), league),
  }),
};
