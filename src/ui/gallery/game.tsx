import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { DigitCell, type DigitState } from '#ui/match/DigitCell.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';
import * as css from './Gallery.css.ts';
import { people } from './people.ts';

const nothing = () => undefined;
const flag = (code: string) => `/assets/flags/${code}.svg`;

export function Feed() {
  const pair = (
    home: [string, number | null, DigitState],
    away: [string, number | null, DigitState],
    size: 'small' | 'normal' = 'normal',
  ) => (
    <Row gap="x1">
      <DigitCell name={home[0]} digit={home[1]} state={home[2]} size={size} onOpen={nothing} />
      <DigitCell name={away[0]} digit={away[1]} state={away[2]} size={size} onOpen={nothing} />
    </Row>
  );
  return (
    <Card as="article" label="מחזור 1">
      <Stack gap="x2">
        <Row between>
          <Heading level={3}>מחזור 1</Heading>
          <Tag tone="strong">חסרים 2</Tag>
        </Row>
        <MatchRow
          home={{ name: 'ארגנטינה', image: flag('arg') }}
          away={{ name: 'ברזיל', image: flag('bra') }}
          middle="21:45"
          mine={pair(['ארגנטינה', 2, 'saved'], ['ברזיל', 1, 'saving'])}
          open={{ label: 'ארגנטינה נגד ברזיל', onPress: nothing }}
        />
        <hr className={css.rule} />
        <MatchRow
          home={{ name: 'דרום קוריאה', image: flag('kor') }}
          away={{ name: 'בוסניה והרצגובינה', image: flag('bih') }}
          middle="21:45"
          mine={pair(['דרום קוריאה', null, 'empty'], ['בוסניה', null, 'empty'])}
        />
        <hr className={css.rule} />
        <MatchRow
          home={{ name: 'יפן', image: flag('jpn') }}
          away={{ name: 'USA', image: flag('usa') }}
          middle={<Tag tone="live">עכשיו</Tag>}
          mine={pair(['יפן', 0, 'locked'], ['USA', 3, 'locked'], 'small')}
        />
        <hr className={css.rule} />
        <MatchRow
          home={{ name: 'צרפת', image: flag('fra') }}
          away={{ name: 'ספרד', image: flag('esp') }}
          middle={
            <ScorePair size="score" home={{ name: 'צרפת', score: 2 }} away={{ name: 'ספרד', score: 1 }} />
          }
          mine={pair(['צרפת', 2, 'exact'], ['ספרד', 1, 'exact'], 'small')}
        />
        <Row between>
          <AvatarStack people={people} total={9} label="מי כבר ניחש" />
          <Button tone="plain" size="small" icon={<MessageCircle size={18} />}>
            12 הודעות
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

export function Picks() {
  const states: DigitState[] = [
    'empty',
    'mine',
    'saving',
    'saved',
    'waiting',
    'refused',
    'locked',
    'exact',
    'hit',
    'missed',
  ];
  const [digit, setDigit] = useState<number | null>(7);
  const [open, setOpen] = useState(false);
  return (
    <div className={css.cells}>
      {states.map((state) => (
        <span key={state} className={css.cell}>
          <DigitCell name="ברזיל" digit={state === 'empty' ? null : 2} state={state} onOpen={nothing} />
          {state}
        </span>
      ))}
      <span className={css.cell}>
        <DigitCell name="ברזיל" digit={null} state="locked" />
        closed
      </span>
      <span className={css.cell}>
        <DigitCell
          name="ארגנטינה"
          size="large"
          digit={digit}
          state={digit === null ? 'empty' : 'saved'}
          active={open ? 'pad' : null}
          onOpen={() => setOpen(true)}
          onDigit={setDigit}
          onClear={() => setDigit(null)}
        />
        try me
      </span>
      {open && (
        <DigitPad
          title="הניחוש לארגנטינה"
          digit={digit}
          onDigit={setDigit}
          onClear={() => setDigit(null)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

export function Scores() {
  const side = (name: string, score: number | null) => ({ name, score });
  return (
    <>
      <Row gap="x6" wrap>
        <ScorePair size="small" tone="mine" home={side('צרפת', 3)} away={side('ספרד', 1)} />
        <ScorePair size="score" home={side('צרפת', 3)} away={side('ספרד', 12)} />
        <ScorePair home={side('צרפת', 0)} away={side('ספרד', 0)} />
        <ScorePair home={side('צרפת', null)} away={side('ספרד', null)} />
        <ScorePair tone="mine" home={side('צרפת', 2)} away={side('ספרד', 1)} />
        <ScorePair tone="mine" size="score" home={side('צרפת', 2)} away={side('ספרד', 1)} />
      </Row>
    </>
  );
}

export function Table() {
  const points = [41, 38, 38, 35, 30, 29, 22, 17, 9, 0];
  const moves = [0, 2, -1, 1, -2, 0, 0, 4, null, 0];
  const ranks = [1, 2, 2, 4, 5, 6, 7, 8, 9, 10];
  return (
    <Card pad={false}>
      <StandingsTable
        caption="טבלת הליגה"
        me={4}
        onRow={nothing}
        rows={people.map((it, index) => ({
          ...it,
          rank: ranks[index] ?? 0,
          move: moves[index] ?? null,
          points: points[index] ?? 0,
          exact: 9 - index,
          average: (9 - index) / 4,
          form: (['exact', 'missed', 'none', 'hit', 'hit'] as const).slice(index % 3),
        }))}
      />
    </Card>
  );
}

export function States() {
  return (
    <>
      <Tabs
        label="משחקים לפי מצב"
        value="open"
        onChange={nothing}
        tabs={[
          { value: 'open', label: 'פתוחים', content: <Skeleton shape="row" count={3} /> },
          { value: 'live', label: 'עכשיו', content: null },
          { value: 'done', label: 'נגמרו', content: null },
        ]}
      />
      <Card>
        <EmptyState
          art="league"
          title="עוד אין פה משחקים. מתחילים?"
          text="פותחים משחק, וכל החבר׳ה מקבלים הודעה"
          action={<Button>משחק ראשון</Button>}
        />
      </Card>
      <EmptyState
        art="friends"
        title="הספה עוד ריקה"
        text="שולחים קוד, והם כבר פה"
        action={<Button tone="quiet">להזמין חברים</Button>}
      />
      <EmptyState art="chat" title="מי פותח?" />
      <ErrorState failure={{ kind: 'offline' }} onRetry={nothing} />
    </>
  );
}

export function Above() {
  const [sheet, setSheet] = useState<'bottom' | 'end' | null>(null);
  const [toasts, setToasts] = useState([
    { id: 1, tone: 'won' as const, text: 'נשמר ✓' },
    {
      id: 2,
      tone: 'missed' as const,
      text: 'המשחק כבר התחיל, הניחוש לא נכנס',
    },
  ]);
  return (
    <>
      <div className={css.flow}>
        <Button tone="quiet" onClick={() => setSheet('bottom')}>
          sheet
        </Button>
        <Button tone="quiet" onClick={() => setSheet('end')}>
          menu
        </Button>
      </div>
      {sheet && (
        <Sheet
          open
          side={sheet}
          onClose={() => setSheet(null)}
          title={sheet === 'end' ? 'היי נועה' : 'להצטרף עם קוד'}
          actions={sheet === 'end' ? [] : [{ label: 'שמירה', onPress: nothing, busy: true }]}
          footer={
            <Button full onClick={() => setSheet(null)}>
              לפתוח ליגה חדשה
            </Button>
          }
        >
          <Stack>
            <Skeleton shape="row" count={5} />
          </Stack>
        </Sheet>
      )}
      <Toasts toasts={toasts} onDismiss={(id) => setToasts(toasts.filter((it) => it.id !== id))} />
    </>
  );
}
