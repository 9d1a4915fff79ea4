import type { ReactNode } from 'react';
import { Crest } from './Crest.tsx';
import * as css from './MatchRow.css.ts';

export type Team = { readonly name: string; readonly image?: string | null };

type Props = {
  home: Team;
  away: Team;
  /** Two digit cells, or a score. */
  middle: ReactNode;
  /** Above the middle: when it closes, that it is live. Only when it matters. */
  note?: ReactNode;
  /** Below everything: how it came out, who has bet. */
  under?: ReactNode;
  /** Opens the match; the names answer to the tap, the cells stay themselves. */
  open?: { readonly label: string; readonly onPress: () => void };
};

/** One match in one row: crest and name, what stands between, name and crest. Home where the reading starts. */
export function MatchRow({ home, away, middle, note, under, open }: Props) {
  return (
    <div className={css.frame}>
      <div className={css.match}>
        {open && <button type="button" className={css.open} aria-label={open.label} onClick={open.onPress} />}
        {note && <div className={css.note}>{note}</div>}
        <Side team={home} />
        <div className={css.middle}>{middle}</div>
        <Side team={away} away />
        {under && <div className={css.under}>{under}</div>}
      </div>
    </div>
  );
}

function Side({ team, away = false }: { team: Team; away?: boolean }) {
  return (
    <span className={css.side} data-away={away || undefined}>
      <Crest name={team.name} image={team.image ?? null} />
      <bdi className={css.name}>{team.name}</bdi>
    </span>
  );
}
