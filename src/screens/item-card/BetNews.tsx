import { useState } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useAppChild, useBetRegistry } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { SheetBoundary } from '#screens/shell/SheetBoundary.tsx';
import { useSpeak } from '#screens/use-speak.ts';
import { picksInWords, resultInWords } from './bet-words.ts';

const Offers = deferredComponent(async () => (await import('#screens/offers/Offers.tsx')).Offers);

/**
 * Tells screen readers what becomes of the caller's bets on the screen, while it happens, and everybody of one that is refused
 * while its item is on none; the first that is saved is followed by an offer.
 */
export function BetNews() {
  const bets = useBetRegistry();
  const { t, formatList } = useI18n();
  const speak = useSpeak();
  const toasts = useAppChild('toasts');
  const [hasSaved, setHasSaved] = useState(false);
  useEmitted(bets, 'bet.saved', ({ item }) => {
    setHasSaved(true);
    const picks = picksInWords(item);
    if (picks.length > 0) speak('spoken.saved', { picks: formatList(picks) });
  });
  useEmitted(bets, 'bet.refused', ({ item, failure }) => {
    const values = { who: item.name, what: t(`failure.${failure.kind}`) };
    const { visible } = bets.getSnapshot().context;
    // Picks that an earlier page could not send: no cell shows what became of them.
    const isShown = Object.values(visible).some(({ items }) => items.some(({ id }) => id === item.id));
    if (isShown) speak('spoken.said', values);
    else toasts.send({ type: 'toast.show', toast: { kind: 'failure', message: 'spoken.said', values } });
  });
  useEmitted(bets, 'bet.settled', ({ item }) => {
    const result = resultInWords(item);
    if (result.length === 0) speak('spoken.said', { who: item.name, what: t('reason.poll') });
    else
      speak('spoken.result', {
        result: formatList(result),
        points: picksInWords(item).length === 0 ? t('notPicked') : t('points', { count: item.pts ?? 0 }),
      });
  });
  return (
    <SheetBoundary of={Number(hasSaved)} onClose={() => setHasSaved(false)}>
      {hasSaved && <Offers />}
    </SheetBoundary>
  );
}
