import { gridsOf } from '#domain/printed-league.ts';
import { Card } from '#ui/primitives/Card.tsx';
import { LeaguePaper } from '#ui/print/LeaguePaper.tsx';
import { usePeople, useSampleText } from './samples.ts';

/** Visible when the page is printed. */
export function Print() {
  const word = useSampleText();
  const people = usePeople();
  const side = (id: number, name: string, result: number | null) => ({ id, name, result });
  const picks = (member: number, values: readonly number[], points: number | null) => ({
    member,
    name: people[member - 1]?.name ?? '',
    picks: values.map((value, at) => ({ id: at + 1, value })),
    points,
  });
  const items = [
    {
      id: 1,
      name: '',
      layout: 'home/away' as const,
      date: '2027-06-11T19:00:00Z',
      options: [side(1, word('ברזיל', 'Brazil'), 2), side(2, word('ספרד', 'Spain'), 1)],
      picks: [picks(2, [2, 1], 4), picks(1, [0, 3], 0)],
    },
    {
      id: 2,
      name: word('מי לוקחת?', 'Who wins?'),
      layout: 'vote' as const,
      date: null,
      options: [side(1, word('ברזיל', 'Brazil'), 1), side(2, word('ספרד', 'Spain'), 0)],
      picks: [picks(1, [1], 3)],
    },
    {
      id: 3,
      name: word('כמה שערים?', 'How many goals?'),
      layout: 'bets' as const,
      date: null,
      options: [side(1, word('ברזיל', 'Brazil'), null), side(2, word('ספרד', 'Spain'), null)],
      picks: [picks(2, [5, 7], null)],
    },
  ];
  const name = word('מחזור א', 'Round one');
  return (
    <Card>
      {word('הנייר נראה בהדפסה של העמוד הזה', 'The paper is seen when this page is printed')}
      <LeaguePaper
        league={word('השכונה', 'The hood')}
        at="2027-07-20T10:00:00Z"
        table={people.slice(0, 3).map((person, at) => ({
          id: at,
          rank: at + 1,
          name: person.name,
          points: 9 - at,
          exact: 2,
          average: 1.5,
        }))}
        rounds={[{ id: 1, name, grids: gridsOf({ id: 1, name, items }) }]}
      />
    </Card>
  );
}
