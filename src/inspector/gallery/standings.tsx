import { useState } from 'react';
import type { FormMark } from '#contract/models.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { FormMarks } from '#ui/standings/FormMarks.tsx';
import { PointsChart } from '#ui/standings/PointsChart.tsx';
import { RankChange } from '#ui/standings/RankChange.tsx';
import { RecentForm } from '#ui/standings/RecentForm.tsx';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { AssumedScores } from '#ui/what-if/AssumedScores.tsx';
import { WhatIfFrame } from '#ui/what-if/WhatIfFrame.tsx';
import * as css from './Gallery.css.ts';
import { ago, nothing, usePeople, useSampleText } from './samples.ts';

const points = [41, 38, 38, 35, 30, 29, 22, 17, 9, 0];
const moves = [0, 2, -1, 1, -2, 0, 0, 4, null, 0];
const ranks = [1, 2, 2, 4, 5, 6, 7, 8, 9, 10];
const marks: readonly FormMark[] = ['exact', 'missed', 'none', 'hit', 'hit'];
const me = 4;

export function Standings() {
  const word = useSampleText();
  const people = usePeople();
  const [scored, setScored] = useState(0);
  const matches = word(
    'ארגנטינה · ברזיל|צרפת · ספרד|יפן · דרום קוריאה',
    'Argentina · Brazil|France · Spain|Japan · South Korea',
  );
  const steps = matches.split('|').map((name, at) => ({
    id: at,
    name,
    at: ago((3 - at) * 1440),
    points: at,
    total: [4, 5, 7][at] ?? 0,
  }));
  return (
    <>
      <Card pad={false}>
        <StandingsTable
          caption={word('טבלת הליגה', 'The league’s table')}
          me={me}
          onRow={nothing}
          rows={people.map((it, index) => ({
            ...it,
            rank: ranks[index] ?? 0,
            move: moves[index] ?? null,
            points: (points[index] ?? 0) + scored * (it.id === me ? 4 : -1),
            exact: 9 - index,
            average: (9 - index) / 4,
            form: marks.slice(index % 3),
          }))}
        />
      </Card>
      {[false, true].map((fading) => (
        <WhatIfFrame
          key={String(fading)}
          title={
            fading
              ? word('בכאילו: הטבלה לפי החוקים האלה', 'Make-believe: the table by these rules')
              : word('בכאילו: הטבלה אם זה נגמר ככה', 'Make-believe: the table if it ends like this')
          }
          fading={fading}
        >
          <AssumedScores
            label={word('התוצאות של עכשיו', 'Scores right now')}
            matches={[0, 1].map((id) => ({
              id,
              home: { name: word('ארגנטינה', 'Argentina'), score: id },
              away: { name: word('ברזיל', 'Brazil'), score: 2 },
            }))}
          />
          <StandingsTable
            caption={word('הטבלה אם זה נגמר ככה', 'The table if it ends like this')}
            me={me}
            rows={people.slice(0, 5).map((it, index) => ({
              ...it,
              rank: ranks[index] ?? 0,
              move: moves[index] ?? null,
              points: points[index] ?? 0,
              exact: 9 - index,
              average: 0,
              form: [],
              note: word('4 בלייב', '4 live'),
            }))}
          />
        </WhatIfFrame>
      ))}
      <div className={css.flow}>
        <Button tone="quiet" size="small" onClick={() => setScored(scored + 1)}>
          {word('עוד תוצאה', 'Another result')}
        </Button>
        <RankChange move={3} />
        <RankChange move={-1} />
        <RankChange move={0} />
        <RankChange move={null} />
        <FormMarks marks={marks} />
      </div>
      <RecentForm
        label={word('איך הלך', 'How it went')}
        marks={(['exact', 'hit', 'missed'] as const).map((kind, id) => ({
          id,
          kind,
          name: steps[id]?.name ?? '',
        }))}
      />
      <PointsChart title={word('נקודות', 'Points')} steps={steps} mine />
      <PointsChart title={word('נקודות', 'Points')} steps={steps} />
    </>
  );
}
