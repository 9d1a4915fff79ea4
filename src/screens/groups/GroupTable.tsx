import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Group, League } from '#contract/models.ts';
import { rivalOf } from '#domain/rival.ts';
import { useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { useSetSearchParams } from '#screens/search-params.ts';
import { StandingsList } from '#screens/standings/Standings.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import { HeadToHead } from '#screens/standings/HeadToHead.tsx';
import * as css from './GroupPage.css.ts';

type Props = { group: Group; league: League; leagues: readonly League[] };

/** A group's own table in one of the caller's leagues, and the caller against whoever is next to them in it. */
export function GroupTable({ group, league, leagues }: Props) {
  const t = useT();
  const me = useMe();
  const setSearch = useSetSearchParams();
  return (
    <section aria-labelledby="group-table" className={css.section}>
      <div className={css.head}>
        <Heading level={2} size="lead" id="group-table">
          {t('standings')}
        </Heading>
        {leagues.length > 1 ? (
          <div className={css.league}>
            <Select
              label={t('leagueName')}
              hideLabel
              size="small"
              value={String(league.id)}
              options={leagues.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(chosen) => setSearch({ section: Number(chosen) })}
            />
          </div>
        ) : (
          <Link to="/section/$id" params={{ id: String(league.id) }} className={css.link}>
            <bdi className={css.name}>{league.name}</bdi>
            <Directional>
              <ChevronRight size={18} />
            </Directional>
          </Link>
        )}
      </div>
      <StandingsList
        section={league.id}
        clan={group.id}
        post={null}
        size={group.users}
        renderBelow={(rows, mine) => {
          const rival = me && rivalOf(rows, me.id);
          return (
            mine &&
            rival && (
              <section aria-labelledby="against" className={css.against}>
                <Heading level={2} size="lead" id="against">
                  {t('against')} <bdi>{rival.member.name}</bdi>
                </Heading>
                <HeadToHead mine={mine} theirs={rival} />
              </section>
            )
          );
        }}
      />
    </section>
  );
}
