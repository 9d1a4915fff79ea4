import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './ItemView.css.ts';

/** What a match's source reports beside the score: the state, and the scores after extra time and in penalties; or that a person's result counts. */
export function SourceLine({ item }: { item: Item }) {
  const t = useT();
  const { source, home, away } = item.details;
  if (!source || item.status === 'void') return null;
  const { name, state, held } = source;
  const after = [
    { label: t('afterExtraTime'), score: source.extraTime },
    { label: t('inPenalties'), score: source.penalties },
  ];
  return (
    <Stack gap="x1">
      {after.map(
        ({ label, score }) =>
          score &&
          !held && (
            <p key={label} className={css.after}>
              {label}
              <ScorePair home={{ name: home, score: score.home }} away={{ name: away, score: score.away }} />
            </p>
          ),
      )}
      {held && <p className={css.statusText}>{t('sourceHeld', { name })}</p>}
      {!held && state !== 'final' && <p className={css.statusText}>{t(`sourceSays.${state}`, { name })}</p>}
    </Stack>
  );
}
