import { useState } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { isShown } from '#machines/bet-registry.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useBetRegistry } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { SheetBoundary } from '#screens/shell/SheetBoundary.tsx';
import { useSpeak } from '#screens/use-speak.ts';
import { picksInWords, resultInWords } from './bet-words.ts';

const Offers = deferredComponent(async () => (await import('#screens/offers/Offers.tsx')).Offers);

/**
 * Announces to screen readers how saving the caller's bets goes, while it happens; the first bet that is saved is followed by
 * an offer.
 */
export function BetAnnouncer() {
  const bets = useBetRegistry();
  const { t, formatList } = useI18n();
  const speak = useSpeak();
  const [hasSaved, setHasSaved] = useState(false);
  useEmitted(bets, 'bet.saved', ({ item }) => {
    setHasSaved(true);
    const picks = picksInWords(item);
    if (picks.length > 0) speak('spoken.saved', { picks: formatList(picks) });
  });
  useEmitted(bets, 'bet.refused', ({ item, failure }) => {
    if (isShown(bets.getSnapshot().context, item.id))
      speak('spoken.said', { who: item.name, what: t(`failure.${failure.kind}`) });
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
