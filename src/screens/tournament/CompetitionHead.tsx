import { Trophy } from 'lucide-react';
import type { CompetitionSummary } from '#contract/make-game-calls.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import * as css from './TournamentSheet.css.ts';

export const Emblem = () => (
  <span className={css.emblem} aria-hidden="true">
    <Trophy size={22} />
  </span>
);

/** How many matches, and from when to when. */
export function useSummary() {
  const { t, formatDay } = useI18n();
  return ({ matches, first, last }: CompetitionSummary) => {
    const [from, to] = [first, last].map((date) => date !== null && formatDay(date));
    const days = from && to && from !== to ? t('tournamentDates', { first: from, last: to }) : from;
    return [t('matchesCount', { count: matches }), days].filter(Boolean).join(' · ');
  };
}

export function CompetitionHead({ competition }: { competition: CompetitionSummary }) {
  const summaryOf = useSummary();
  return (
    <div className={css.head}>
      <Emblem />
      <div className={css.words}>
        <strong className={css.name}>
          <bdi>{competition.name}</bdi>
        </strong>
        <span className={css.note}>{summaryOf(competition)}</span>
      </div>
    </div>
  );
}

/** What importing it would do, where that is not all of it as it stands. */
export function CompetitionNotes({ competition }: { competition: CompetitionSummary }) {
  const t = useT();
  const { imported, over, ready, matches } = competition;
  if (imported) return <p>{ready > 0 ? t('tournamentGrown', { count: ready }) : t('tournamentThere')}</p>;
  if (ready === 0) return <p>{t('fileNothingAhead')}</p>;
  return (
    <>
      {over && <p>{t('tournamentReplay')}</p>}
      {ready < matches && <p className={css.note}>{t('tournamentLater', { count: ready })}</p>}
    </>
  );
}
