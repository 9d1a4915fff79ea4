import { useEffect, useEffectEvent } from 'react';
import type { SnapshotFrom, Subscription } from 'xstate';
import { useI18n } from '#i18n/react.tsx';
import type { BetActor } from '#machines/bet.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { useSpeak } from '#screens/use-speak.ts';
import { betNews } from './bet-news.ts';

type Snapshot = SnapshotFrom<BetActor>;

/** Tells screen readers what becomes of the caller's bets on the screen, while it happens. */
export function BetNews() {
  const bets = useAppChild('bets');
  const { t, formatList } = useI18n();
  const speak = useSpeak();
  const tell = useEffectEvent((before: Snapshot, after: Snapshot) => {
    const who = after.context.item.name;
    for (const news of betNews(before, after))
      if (news.kind === 'saved') speak('spoken.saved', { picks: formatList(news.picks) });
      else if (news.kind === 'refused')
        speak('spoken.said', { who, what: t(`failure.${news.failure.kind}`) });
      else if (news.result.length === 0) speak('spoken.said', { who, what: t('reason.poll') });
      else
        speak('spoken.result', {
          result: formatList(news.result),
          points: news.points === null ? t('notPicked') : t('points', { count: news.points }),
        });
  });
  useEffect(() => {
    const heard = new Map<BetActor, Subscription>();
    const follow = () => {
      const current = new Set(Object.values(bets.getSnapshot().context.bets));
      for (const [bet, subscription] of heard)
        if (!current.has(bet)) {
          subscription.unsubscribe();
          heard.delete(bet);
        }
      for (const bet of current) {
        if (heard.has(bet)) continue;
        let last = bet.getSnapshot();
        const subscription = bet.subscribe((now) => {
          tell(last, now);
          last = now;
        });
        heard.set(bet, subscription);
      }
    };
    follow();
    const subscription = bets.subscribe(follow);
    return () => {
      subscription.unsubscribe();
      for (const one of heard.values()) one.unsubscribe();
    };
  }, [bets]);
  return null;
}
