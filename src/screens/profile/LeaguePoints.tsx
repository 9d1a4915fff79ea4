import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import type { AnswerOf } from '#contract/calls.ts';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/kit.tsx';
import { Crest } from '#ui/Crest.tsx';
import * as css from './ProfileScreen.css.ts';

/** Someone's place in one league of mine; nothing where they are not in it. */
export function LeaguePoints({ league, member }: { league: League; member: number }) {
  const t = useT();
  const { resource } = useMachines();
  const actor = useActorRef(resource, { input: { key: 'standings', params: { section: league.id } } });
  const row = useSelector(actor, ({ context }) =>
    (context.value as AnswerOf<'standings'> | null)?.results.find((it) => it.member.id === member),
  );
  if (!row) return null;
  return (
    <Link
      to="/section/$id"
      params={{ id: String(league.id) }}
      search={{ sheet: 'points', of: member }}
      className={css.league}
    >
      <Crest name={league.name} image={league.image} />
      <span className={css.words}>
        <bdi>{league.name}</bdi>
        <span className={css.quiet}>{t('rankIn', { rank: row.rank })}</span>
      </span>
      <span className={css.points}>{t('points', { count: row.points })}</span>
    </Link>
  );
}
