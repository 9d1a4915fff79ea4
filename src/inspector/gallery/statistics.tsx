import { useState } from 'react';
import { placesAt } from '#domain/race.ts';
import { Card } from '#ui/primitives/Card.tsx';
import { Figures } from '#ui/statistics/Figures.tsx';
import { FormPoints } from '#ui/statistics/FormPoints.tsx';
import { RaceChart } from '#ui/statistics/RaceChart.tsx';
import { RaceControls } from '#ui/statistics/RaceControls.tsx';
import { RivalList } from '#ui/statistics/RivalList.tsx';
import { RoundWinners } from '#ui/statistics/RoundWinners.tsx';
import { usePeople, useSampleText } from './samples.ts';

const totals = [
  [3, 7, 7, 12],
  [4, 4, 8, 11],
  [0, 4, 9, 11],
  [2, 2, 2, 6],
];
const me = 2;

export function Statistics() {
  const word = useSampleText();
  const people = usePeople();
  const [at, setAt] = useState({ step: 4, playing: false });
  const rounds = word('מחזור א|מחזור ב|רבע הגמר|הגמר', 'Round one|Round two|Quarter-finals|The final').split(
    '|',
  );
  const racers = totals.map((points, place) => ({
    member: { id: place + 1, name: people[place]?.name ?? '', image: null },
    rank: place + 1,
    before: 0,
    points,
  }));
  const places = placesAt(racers, at.step);
  const label = word('המרוץ', 'The race');
  return (
    <Card>
      <RaceChart
        title={label}
        me={me}
        steps={rounds}
        step={at.step}
        lines={racers.map(({ member, points }, place) => ({
          id: member.id,
          name: member.name,
          steps: [0, ...points],
          place: places[place]?.place ?? place,
        }))}
      >
        <RaceControls
          steps={rounds}
          {...at}
          onPlay={() => setAt({ ...at, playing: true })}
          onPause={() => setAt({ ...at, playing: false })}
          onSeek={(step) => setAt({ step, playing: false })}
        />
      </RaceChart>
      <RoundWinners
        label={word('מי לקח כל מחזור', 'Who took each round')}
        rounds={[
          { id: 1, name: rounds[3] ?? '', points: 0, left: 2, winners: [], ahead: 0 },
          { id: 2, name: rounds[2] ?? '', points: 5, left: 1, winners: people.slice(2, 3), ahead: 1 },
          { id: 3, name: rounds[1] ?? '', points: 4, left: 0, winners: people.slice(0, 4), ahead: 9 },
        ]}
      />
      <Figures
        shape="tiles"
        figures={[
          { label: word('ניחושים', 'Bets'), value: word('30 מתוך 32', '30 of 32') },
          { label: word('בול', 'Spot on'), value: '30%' },
        ]}
      />
      <FormPoints
        label={word('הכושר', 'Form')}
        steps={(['exact', 'hit', 'missed', 'none'] as const).map((mark, id) => ({
          id,
          mark,
          name: rounds[id] ?? '',
          points: [4, 2, 0, 0][id] ?? 0,
        }))}
      />
      <Figures
        shape="lines"
        figures={[
          {
            label: word('נמסיס', 'Nemesis'),
            value: people[4]?.name,
            note: word('6 נקודות יותר', '6 points more'),
          },
          { label: word('הראש הכי דומה', 'Thinks alike'), value: people[2]?.name },
        ]}
      />
      <RivalList
        label={word('כמה חושבים אותו דבר', 'Who thinks the same')}
        rivals={people.slice(2, 5).map((person, nth) => ({
          ...person,
          same: 9 - 3 * nth,
          shared: 12,
          percent: 75 - 25 * nth,
        }))}
      />
    </Card>
  );
}
