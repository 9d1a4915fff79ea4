import { ChevronDown, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Post } from '#contract/models.ts';
import { headlineOf } from '#domain/game-name.ts';
import { myPointsIn } from '#domain/settled-round.ts';
import { T, useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './SettledRound.css.ts';

type Props = { post: Post; titleId: string; inLeague: boolean; children: ReactNode };

/** A round that is over, in one line: its name, who won it and the caller's points. Opens to the whole game. */
export function SettledRound({ post, titleId, inLeague, children }: Props) {
  const t = useT();
  const { section: league } = post.publisher_data;
  const points = myPointsIn(post);
  const me = useMe();
  const Title = inLeague ? 'h3' : 'h2';
  return (
    <details>
      <summary className={css.line}>
        {league && !inLeague && <Crest name={league.name} image={league.image} />}
        <span className={css.textColumn}>
          <Title id={titleId} className={css.title}>
            <bdi>{headlineOf(post) || (league?.name ?? t('appName'))}</bdi>
          </Title>
          {post.winner && <Winner winner={post.winner} />}
        </span>
        {points === null ? (
          // Picks on matches that were called off are picks too; a guest has none to miss.
          post.items_data.every(({ value }) => value === null) &&
          me && <span className={css.none}>{t('notPicked')}</span>
        ) : (
          <>
            <bdi aria-hidden="true" className={css.points}>
              {points > 0 ? `+${points}` : points}
            </bdi>
            <VisuallyHidden>{t('points', { count: points })}</VisuallyHidden>
          </>
        )}
        <ChevronDown size={20} className={css.chevron} />
      </summary>
      {children}
    </details>
  );
}

function Winner({ winner: { member, ties } }: { winner: NonNullable<Post['winner']> }) {
  const me = useMe();
  return (
    <span className={css.winner}>
      <Trophy size={14} className={css.cup} />
      <span className={css.winnerName}>
        {member.id === me?.id ? (
          <T k="roundIsMine" ties={ties} />
        ) : (
          <T k="roundWentTo" name={member.name} ties={ties} />
        )}
      </span>
    </span>
  );
}
