import { useActorRef, useSelector } from '@xstate/react';
import { ShieldCheck } from 'lucide-react';
import { use } from 'react';
import { shortSeal, type SealedBets } from '#contract/seals.ts';
import type { SealReport } from '#domain/seals.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import { OwnCheck } from './OwnCheck.tsx';
import { SealCode } from './SealCode.tsx';
import * as css from './seals.css.ts';

type Props = { item: number; league: number };

/** Recomputes the seals of all bets on an item that has started, and lists the members whose seal does not match. */
export const SealCheck = withSuspense(LoadedCheck);

function LoadedCheck({ item, league }: Props) {
  const t = useT();
  const actor = useActorRef(use(useMachines().seals()).check, { input: { item } });
  const state = useSelector(actor, ({ value }) => value);
  const { report, failure } = useSelector(actor, ({ context }) => context);
  return (
    <div data-seals={state}>
      <Stack gap="x2">
        <div className={css.head}>
          <p className={css.quiet}>{t('seal.intro')}</p>
          <Button
            tone="quiet"
            size="small"
            icon={<ShieldCheck size={20} />}
            busy={state === 'checking'}
            onClick={() => actor.send({ type: 'seals.check' })}
          >
            {t('seal.check')}
          </Button>
        </div>
        <div role="status">{report && <Findings report={report} />}</div>
        <FailureText failure={failure} />
        {report && report.bets.length > 0 && <OpenedSeals bets={report.bets} />}
        {report && <OwnCheck league={league} />}
      </Stack>
    </div>
  );
}

/** One line if all match; else the names of those whose seal does not. */
function Findings({ report: { bets, wrong, unsealed, shown } }: { report: SealReport }) {
  const t = useT();
  const isFaultless = wrong.length === 0 && shown !== 'other';
  return (
    <Stack gap="x1">
      {isFaultless && (
        <p className={css.match}>{t('seal.match', { count: bets.length - unsealed.length })}</p>
      )}
      <Names label={t('seal.differ', { count: wrong.length })} bets={wrong} isWrong />
      {shown === 'other' && <p className={css.wrong}>{t('seal.shownOther')}</p>}
      {shown === 'same' && isFaultless && <p className={css.quiet}>{t('seal.shownSame')}</p>}
      <Names label={t('seal.none', { count: unsealed.length })} bets={unsealed} />
    </Stack>
  );
}

type NamesProps = { label: string; bets: readonly SealedBets[]; isWrong?: boolean };

function Names({ label, bets, isWrong = false }: NamesProps) {
  if (bets.length === 0) return null;
  return (
    <div className={isWrong ? css.wrong : css.quiet}>
      <p>{label}</p>
      <ul className={css.names}>
        {bets.map(({ member, name }) => (
          <li key={member}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each member's seal with its random number, which is secret before the start. */
function OpenedSeals({ bets }: { bets: readonly SealedBets[] }) {
  const t = useT();
  return (
    <details>
      <summary className={css.summary}>{t('seal.opened')}</summary>
      <ul className={css.seals}>
        {bets.map(({ member, name, seal, random }) => (
          <li key={member} className={css.seal}>
            <span className={css.holder}>
              <bdi>{name}</bdi>
              {seal && <bdi className={css.short}>{shortSeal(seal)}</bdi>}
            </span>
            {seal && random ? (
              <>
                <SealCode text={seal} />
                <span className={css.quiet}>{t('seal.random')}</span>
                <SealCode text={random} />
              </>
            ) : (
              <span className={css.quiet}>{t('seal.without')}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
