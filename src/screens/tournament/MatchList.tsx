import type { CompetitionChanges, MatchOfLeague } from '#contract/make-game-calls.ts';
import { T } from '#i18n/react.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import * as css from './TournamentSheet.css.ts';

type Props = {
  /** The number and the kind of change. */
  title: string;
  matches: readonly (MatchOfLeague | CompetitionChanges['moved'][number])[];
  note?: string;
};

/** The matches of one kind of change; moved ones with the dates before and after. Nothing if there are none. */
export function MatchList({ title, matches, note }: Props) {
  if (matches.length === 0) return null;
  return (
    <details className={css.changes} open={matches.length <= 3 || undefined}>
      <summary className={css.change}>{title}</summary>
      {note !== undefined && <p className={css.note}>{note}</p>}
      <ul className={css.rounds}>
        {matches.map((match) => (
          <li key={match.item} className={css.match}>
            <span>
              <T k="pairOfTeams" home={match.home} away={match.away} />
            </span>
            {'to' in match && (
              <span className={css.dates}>
                {match.from !== null && (
                  <s>
                    <DateText at={match.from} />
                  </s>
                )}
                <DateText at={match.to} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
