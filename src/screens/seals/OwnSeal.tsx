import { use } from 'react';
import { shortSeal } from '#contract/seals.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useBetRegistry, useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { SealCode } from './SealCode.tsx';
import * as css from './seals.css.ts';
import { withSuspense } from '#screens/with-suspense.tsx';

type Props = { item: number };

/** The shortened seal of the caller's bets on an item that has not started; a tap shows the full one and explains it. */
export const OwnSeal = withSuspense(LoadedSeal);

function LoadedSeal({ item }: Props) {
  const t = useT();
  const { own } = use(useMachines().seals());
  // Refetched when another device changes the bets.
  const { value, refresh } = useResource(own, { item }, { kind: 'itemBets', item });
  useEmitted(useBetRegistry(), 'bet.saved', (saved) => {
    if (saved.item.id === item) refresh();
  });
  if (!value) return null;
  return (
    <details className={css.own}>
      <summary className={css.summary}>
        {t('seal.mine')} <bdi className={css.short}>{shortSeal(value)}</bdi>
      </summary>
      <p className={css.quiet}>{t('seal.what')}</p>
      <SealCode text={value} />
    </details>
  );
}
