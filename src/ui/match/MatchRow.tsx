import { useRef, type ReactNode } from 'react';
import { membersOf, OptionCrest, OptionName, type OptionLike } from './OptionCrest.tsx';
import * as css from './MatchRow.css.ts';

type Props = {
  home: OptionLike;
  away: OptionLike;
  /** The score, or that there is none yet; never the reader's pick. */
  middle: ReactNode;
  /** The reader's pick, on a line of its own. */
  mine: ReactNode;
  /** Opens the match: the whole row reacts to clicks; cells that can be filled handle their own. */
  open?: {
    readonly label: string;
    /** It is open beside the list. */
    readonly current?: boolean;
    readonly onPress: (row: HTMLElement) => void;
  };
};

/** One match: crest and name, middle, name and crest; under them the reader's own line. Home at the inline start. */
export function MatchRow({ home, away, middle, mine, open }: Props) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div className={css.frame} ref={row} data-match-row>
      <div className={css.match}>
        {open && (
          <button
            type="button"
            className={css.open}
            aria-label={open.label}
            aria-current={open.current || undefined}
            onClick={() => row.current && open.onPress(row.current)}
          />
        )}
        <Side team={home} />
        <div className={css.middle}>{middle}</div>
        <Side team={away} away />
        <div className={css.mine}>{mine}</div>
      </div>
    </div>
  );
}

/** The language of the names shown, which styles and screen readers go by: on any page they may be in Hebrew or Latin letters. */
const languageOf = (team: OptionLike) =>
  /^[^א-ת]*[a-z]/i.test(membersOf(team)[0]?.name ?? '') ? 'en' : 'he';

function Side({ team, away = false }: { team: OptionLike; away?: boolean }) {
  return (
    <span className={css.side} lang={languageOf(team)} data-away={away || undefined}>
      <OptionCrest of={team} size="row" />
      <span className={css.name}>
        <OptionName of={team} stacked />
      </span>
    </span>
  );
}
