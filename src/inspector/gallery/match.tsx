import { useState, type ReactNode } from 'react';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { DigitCell, type DigitState } from '#ui/match/DigitCell.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { ResultCell } from '#ui/match/ResultCell.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { ObjectionList } from '#ui/match/ObjectionList.tsx';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Countdown, TimeTag } from '#ui/match/TimeTag.tsx';
import { VoteBar } from '#ui/match/VoteBar.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './Gallery.css.ts';
import { nothing, useTeams, useSampleText } from './samples.ts';

const digitStates = {
  empty: 'empty',
  mine: 'mine',
  saving: 'saving',
  saved: 'saved',
  waiting: 'waiting',
  refused: 'refused',
  locked: 'locked',
  exact: 'exact',
  hit: 'hit',
  missed: 'missed',
} as const satisfies Record<DigitState, DigitState>;
/** States of a cell whose digit was removed. */
const emptied: readonly DigitState[] = ['saving', 'waiting', 'locked'];

export function Match() {
  return (
    <>
      <Rows />
      <Picks />
      <Scores />
      <Objections />
      <Crests />
      <div className={css.flow}>
        <Outcome kind="exact" points={4} />
        <Outcome kind="hit" points={2} />
        <Outcome kind="missed" />
      </div>
    </>
  );
}

function Rows() {
  const word = useSampleText();
  const { argentina, brazil, bosnia, korea, japan, neighbours } = useTeams();
  const today = word('היום · 22:00', 'Today · 10 pm');
  const picked = (home: [number | null, DigitState], away: [number | null, DigitState], words: string) => (
    <Row gap="x1">
      <span>{words}</span>
      <DigitCell name={word('ביתית', 'Home')} digit={home[0]} state={home[1]} size="small" onOpen={nothing} />
      <DigitCell name={word('אורחת', 'Away')} digit={away[0]} state={away[1]} size="small" onOpen={nothing} />
    </Row>
  );
  const pair = { name: '', data: [argentina, brazil] };
  const rows: readonly { teams: [typeof japan, typeof japan]; middle: ReactNode; mine: ReactNode }[] = [
    {
      teams: [argentina, brazil],
      middle: <TimeTag state="open">{today}</TimeTag>,
      mine: (
        <Row gap="x1">
          <DigitCell name={argentina.name} digit={2} state="saved" onOpen={nothing} />
          <DigitCell name={brazil.name} digit={null} state="empty" onOpen={nothing} />
        </Row>
      ),
    },
    {
      teams: [korea, bosnia],
      middle: <TimeTag state="live">{word('עכשיו', 'Now')}</TimeTag>,
      mine: picked([0, 'locked'], [3, 'locked'], word('ניחשתי', 'My pick')),
    },
    {
      teams: [japan, brazil],
      middle: (
        <ScorePair
          size="score"
          home={{ name: japan.name, score: 2 }}
          away={{ name: brazil.name, score: 1 }}
        />
      ),
      mine: picked([2, 'exact'], [1, 'exact'], word('ניחשתי', 'My pick')),
    },
  ];
  return (
    <>
      <Card as="article" label={word('מחזור 1', 'Round 1')}>
        <Stack gap="x2">
          {rows.map(({ teams: [home, away], middle, mine }) => (
            <MatchRow
              key={home.name}
              home={home}
              away={away}
              middle={middle}
              mine={mine}
              open={{ label: `${home.name} · ${away.name}`, onPress: nothing }}
            />
          ))}
          <hr className={css.rule} />
          <MatchRow
            home={pair}
            away={{ name: '', data: [korea, neighbours] }}
            middle={<TimeTag state="ended">{word('נגמר', 'Over')}</TimeTag>}
            mine={word('לא ניחשתי', 'No pick')}
          />
        </Stack>
      </Card>
      <div className={css.flow}>
        <TimeTag state="soon">
          {word('נסגר בעוד ', 'Closes in ')}
          <Countdown until={425_000} now={0} />
        </TimeTag>
        <Tag tone="strong">{word('חסרים 2', '2 missing')}</Tag>
      </div>
    </>
  );
}

function Picks() {
  const word = useSampleText();
  const { brazil, argentina } = useTeams();
  const [digit, setDigit] = useState<number | null>(7);
  const cell = (words: string, content: ReactNode) => (
    <span key={words} className={css.cell}>
      {content}
      {words}
    </span>
  );
  return (
    <>
      <div className={css.cells} lang="en">
        {Object.values(digitStates).map((state) =>
          cell(
            state,
            <DigitCell
              name={brazil.name}
              digit={state === 'empty' ? null : 2}
              state={state}
              onOpen={nothing}
            />,
          ),
        )}
        {emptied.map((state) =>
          cell(
            `${state}, empty`,
            <DigitCell name={brazil.name} digit={null} state={state} onOpen={nothing} />,
          ),
        )}
        {(['pad', 'keys'] as const).map((active) =>
          cell(
            `by ${active}`,
            <DigitCell name={brazil.name} digit={null} state="empty" active={active} onOpen={nothing} />,
          ),
        )}
        {cell(
          'large',
          <DigitCell
            name={argentina.name}
            size="large"
            digit={digit}
            state={digit === null ? 'empty' : 'saved'}
            onOpen={nothing}
            onDigit={setDigit}
            onClear={() => setDigit(null)}
          />,
        )}
      </div>
      <div className={css.cells} lang="en">
        {(['empty', 'typed', 'active', 'disabled'] as const).map((state) =>
          cell(
            `goals, ${state}`,
            <ResultCell
              name={brazil.name}
              goals={state === 'empty' || state === 'active' ? null : 12}
              active={state === 'active'}
              disabled={state === 'disabled'}
              onOpen={nothing}
            />,
          ),
        )}
      </div>
      <DigitPad
        inline
        title={word('התוצאה של ארגנטינה', 'How many for Argentina?')}
        digit={digit}
        onDigit={setDigit}
        onClear={() => setDigit(null)}
        onTens={nothing}
      />
      <div className={css.high}>
        <DigitPad
          title={word('הניחוש לארגנטינה', 'The pick for Argentina')}
          digit={digit}
          onDigit={setDigit}
          onClear={() => setDigit(null)}
          onClose={nothing}
        />
      </div>
    </>
  );
}

function Scores() {
  const { argentina, brazil } = useTeams();
  const score = (home: number | null, away: number | null) => ({
    home: { name: argentina.name, score: home },
    away: { name: brazil.name, score: away },
  });
  return (
    <Row gap="x6" wrap>
      <ScorePair {...score(3, 12)} size="small" />
      <ScorePair {...score(0, 0)} />
      <ScorePair {...score(null, null)} />
      <ScorePair {...score(3, 1)} size="running" />
      <ScorePair {...score(3, 1)} size="score" />
      <ScorePair {...score(3, 1)} size="small" tone="mine" />
      <ScorePair {...score(2, 1)} tone="mine" />
      <ScorePair {...score(2, 1)} size="score" tone="mine" />
      <span className={css.onAction}>
        <ScorePair {...score(2, 1)} size="running" tone="onAction" />
      </span>
    </Row>
  );
}

function Objections() {
  const word = useSampleText();
  const choices = [
    { value: true, label: word('כן', 'Yes'), count: 2 },
    { value: false, label: word('לא', 'No'), count: 1 },
  ];
  const label = word('לתקן את התוצאה?', 'Correct the result?');
  return (
    <>
      <ObjectionList
        objections={[
          {
            member: { id: 1, name: word('יוסי', 'Yossi'), image: null },
            words: word('היה 2:2, ראיתי', 'It was a draw'),
          },
          { member: { id: 2, name: 'Dana', image: null }, words: word('נכון', 'True') },
        ]}
      />
      <VoteBar label={label} choices={choices} chosen={null} busy={false} onChoose={nothing} />
      <VoteBar label={label} choices={choices} chosen busy={false} onChoose={nothing} />
      <VoteBar label={label} choices={choices} chosen={false} busy onChoose={nothing} />
      <VoteBar label={label} choices={choices} chosen busy={false} onChoose={null} />
    </>
  );
}

function Crests() {
  const { argentina, brazil, japan, neighbours } = useTeams();
  const pair = { name: '', data: [argentina, brazil] };
  return (
    <div className={css.flow}>
      <Crest {...argentina} size="large" />
      <Crest {...argentina} size="medium" />
      <Crest {...argentina} />
      <Crest {...argentina} size="row" />
      <Crest {...argentina} size="small" />
      <Crest {...japan} image="🇯🇵" />
      <Crest {...neighbours} />
      <OptionCrest of={brazil} size="large" />
      <OptionCrest of={pair} />
      <OptionName of={brazil} />
      <OptionName of={pair} />
      <OptionName of={pair} stacked />
    </div>
  );
}
