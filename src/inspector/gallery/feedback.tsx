import { useState } from 'react';
import { EmptyArt } from '#ui/feedback/EmptyArt.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { StaleLine } from '#ui/feedback/StaleLine.tsx';
import { Notice } from '#ui/feedback/Notice.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import * as css from './Gallery.css.ts';
import { nothing, useSampleText } from './samples.ts';

export function Feedback() {
  const word = useSampleText();
  return (
    <>
      <Card>
        <EmptyState
          art="league"
          title={word('עוד אין פה משחקים. מתחילים?', 'No games here yet. Start one?')}
          text={word('פותחים משחק, וכל החבר׳ה מקבלים הודעה', 'Make a game, and every friend hears of it')}
          action={<Button>{word('משחק ראשון', 'First game')}</Button>}
        />
      </Card>
      <EmptyState
        art="friends"
        title={word('הספה עוד ריקה', 'The sofa is still empty')}
        action={<Button tone="quiet">{word('להזמין חברים', 'Invite friends')}</Button>}
      />
      <EmptyState whole title={word('מי פותח?', 'Who begins?')} />
      <EmptyArt art="chat" />
      <ErrorState failure={{ kind: 'offline' }} onRetry={nothing} />
      <ErrorState failure={{ kind: 'internal' }} onRetry={nothing} />
      {(['small', 'body', 'box'] as const).map((look) => (
        <FailureText key={look} failure={{ kind: 'offline' }} look={look} />
      ))}
      {(['line', 'tableRow', 'row', 'card', 'game', 'match', 'message'] as const).map((shape) => (
        <Skeleton key={shape} shape={shape} count={3} />
      ))}
      <StaleLine text={word('לא מעודכן: נשמר כאן לפני 3 שעות', 'Not up to date: saved here 3 hours ago')} />
      <Messages />
      <div className={css.frame}>
        <Notice
          text={word('יש גרסה חדשה', 'There is a new version')}
          action={word('עדכון', 'Update')}
          onAction={nothing}
          onDismiss={nothing}
        />
      </div>
    </>
  );
}

function Messages() {
  const word = useSampleText();
  const [gone, setGone] = useState<readonly (string | number)[]>([]);
  const toasts = [
    { id: 1, tone: 'won' as const, text: word('נשמר ✓', 'Saved ✓') },
    {
      id: 2,
      tone: 'missed' as const,
      text: word('המשחק כבר התחיל, הניחוש לא נכנס', 'The match has started, the pick came too late'),
    },
  ];
  return (
    <div className={css.frame}>
      <Toasts
        toasts={toasts.filter(({ id }) => !gone.includes(id))}
        onDismiss={(id) => setGone([...gone, id])}
      />
    </div>
  );
}
