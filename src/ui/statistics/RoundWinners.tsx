import { useT } from '#i18n/react.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import type { Person } from '#ui/people/Avatar.tsx';
import * as css from './RoundWinners.css.ts';

export type WonRound = {
  readonly id: number;
  readonly name: string;
  readonly points: number;
  /** Items that can still change it. */
  readonly left: number;
  readonly winners: readonly Person[];
  /** Number of members with the most points, if not all are named. */
  readonly ahead: number;
};

/** The members with the most points in each round, in the given order. */
export function RoundWinners({ label, rounds }: { label: string; rounds: readonly WonRound[] }) {
  const t = useT();
  return (
    <ol className={css.rounds} aria-label={label}>
      {rounds.map(({ id, name, points, left, winners, ahead }) => {
        const more = ahead - winners.length;
        return (
          <li key={id} className={css.round}>
            <span className={css.about}>
              <bdi className={css.name}>{name}</bdi>
              <span className={css.who}>
                {winners.length === 0 && t('round.nobody')}
                {winners.map((winner) => (
                  <span key={winner.id} className={css.winner}>
                    <bdi>{winner.name}</bdi>
                  </span>
                ))}
                {more > 0 && t('andMore', { count: more })}
              </span>
              {left > 0 && <span className={css.left}>{t('round.left', { count: left })}</span>}
            </span>
            {winners.length > 0 && (
              <>
                <span aria-hidden="true">
                  <AvatarStack people={winners.slice(0, 3)} label={name} />
                </span>
                <span className={css.points}>{t('points', { count: points })}</span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
