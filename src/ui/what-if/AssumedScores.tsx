import { ScorePair } from '#ui/match/ScorePair.tsx';
import * as css from './AssumedScores.css.ts';

type Side = { readonly name: string; readonly score: number };
type Match = { readonly id: number; readonly home: Side; readonly away: Side };

/** The assumed scores from which a table is calculated. */
export function AssumedScores({ label, matches }: { label: string; matches: readonly Match[] }) {
  return (
    <ul className={css.matches} aria-label={label}>
      {matches.map(({ id, home, away }) => (
        <li key={id} className={css.match}>
          <bdi className={css.home}>{home.name}</bdi>
          <span className={css.score}>
            <ScorePair home={home} away={away} />
          </span>
          <bdi className={css.away}>{away.name}</bdi>
        </li>
      ))}
    </ul>
  );
}
