import { Trophy } from 'lucide-react';
import type { CompetitionSummary } from '#contract/make-game-calls.ts';
import { hasNews } from '#domain/competition-file.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { MatchList } from './MatchList.tsx';
import * as css from './TournamentSheet.css.ts';

export const Emblem = () => (
  <span className={css.emblem} aria-hidden="true">
    <Trophy size={22} />
  </span>
);

/** Gives a function to a competition's summary: number of matches, first and last date. */
export function useSummary() {
  const t = useT();
  const { formatDay } = useDates();
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
      <div className={css.textColumn}>
        <strong className={css.name}>
          <bdi>{competition.name}</bdi>
        </strong>
        <span className={css.note}>{summaryOf(competition)}</span>
      </div>
    </div>
  );
}

/** Notes on an import: the changes, if it is repeated; else which matches are not created, and that dates are moved. */
export function CompetitionNotes({ competition }: { competition: CompetitionSummary }) {
  const t = useT();
  const { imported, over, ready, matches } = competition;
  if (imported) return <Changes competition={competition} />;
  if (ready === 0) return <p>{t('fileNothingAhead')}</p>;
  return (
    <>
      {over && <p>{t('tournamentReplay')}</p>}
      {ready < matches && <p className={css.note}>{t('tournamentLater', { count: ready })}</p>}
    </>
  );
}

/** Gives a function to the sentence of how much a repeated import would change. */
export function useChangesSummary() {
  const t = useT();
  return ({ ready, changes: { moved, closed, results } }: CompetitionSummary) =>
    [
      moved.length > 0 && t('tournamentMoves', { count: moved.length }),
      closed.length > 0 && t('tournamentCloses', { count: closed.length }),
      results.length > 0 && t('tournamentResults', { count: results.length }),
      ready > 0 && t('tournamentNew', { count: ready }),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** What a repeated import would change, and which matches it leaves. */
function Changes({ competition }: { competition: CompetitionSummary }) {
  const t = useT();
  const { ready, changes } = competition;
  const { moved, closed, results, left } = changes;
  return (
    <>
      {!hasNews(competition) && <p>{t('tournamentThere')}</p>}
      <MatchList title={t('tournamentMoves', { count: moved.length })} matches={moved} />
      <MatchList title={t('tournamentCloses', { count: closed.length })} matches={closed} />
      <MatchList title={t('tournamentResults', { count: results.length })} matches={results} />
      {ready > 0 && <p className={css.change}>{t('tournamentNew', { count: ready })}</p>}
      <MatchList
        title={t('tournamentLeft', { count: left.length })}
        matches={left}
        note={t('tournamentLeftNote')}
      />
    </>
  );
}
