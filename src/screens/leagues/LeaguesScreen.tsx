import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useOpenSheet } from '#screens/search-params.ts';
import { useLiveEvents, useMachines, useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList } from '#screens/use-list.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './LeaguesScreen.css.ts';

/** The leagues the caller may see: their own, official ones, and invitations. */
export function LeaguesScreen() {
  const t = useT();
  const me = useMe();
  const openSheet = useOpenSheet();
  const { lists } = useMachines();
  const list = useList(lists.leagues, { filters: {}, limit: 20 }, { kind: 'leagues' });
  const invitations = useList(
    lists.leagues,
    { filters: { invited: true }, limit: 20 },
    { kind: 'leagueInvitations' },
  );
  useLiveEvents(({ type, section }) => {
    if (type === 'league' && section !== null) list.actor.send({ type: 'rows.changed', ids: [section] });
  });
  const { search, loading, busy, failure } = list;
  // Both lists are shown at once, so that neither moves the other.
  const awaited = loading || invitations.loading;
  const rows = awaited ? [] : list.rows;
  const mine = rows.filter(({ is_member }) => is_member);
  const official = rows.filter(({ is_member, custom }) => !is_member && !custom);
  // Only staff get these.
  const others = rows.filter(({ is_member, custom }) => !is_member && custom);

  return (
    <Stack gap="x4" inOrder>
      <Heading level={1} size="title">
        {t('tabSearch')}
      </Heading>
      <SearchField
        label={t('search')}
        placeholder={t('searchLeague')}
        value={search}
        busy={busy && !loading}
        onChange={list.setSearch}
      />
      <Row gap="x2" wrap>
        {me && (
          <Button size="small" icon={<Plus size={18} />} onClick={() => openSheet('newLeague')}>
            {t('createNewLeague')}
          </Button>
        )}
        <RouteButton to="/join" tone="quiet" size="small">
          {t('joinAClan')}
        </RouteButton>
      </Row>
      {awaited && <Skeleton shape="row" count={5} />}
      {!awaited && search === '' && <LeagueList title={t('leaguesWaiting')} leagues={invitations.rows} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!awaited && !busy && !failure && rows.length === 0 && (
        <EmptyState
          art="league"
          title={t(search ? 'noResults' : 'noLeaguesTitle')}
          text={t('noLeaguesText')}
        />
      )}
      <LeagueList title={t('myLeagues')} leagues={mine} />
      <LeagueList title={t('officialLeagues')} leagues={official} />
      <LeagueList title={t('otherLeagues')} leagues={others} />
      {!failure && <MoreButton list={list} busy={busy} full />}
    </Stack>
  );
}

function LeagueList({ title, leagues }: { title: string; leagues: readonly League[] }) {
  const t = useT();
  if (leagues.length === 0) return null;
  return (
    <section className={css.part} aria-label={title}>
      <Heading level={2} size="lead">
        {title}
      </Heading>
      <ul className={css.list}>
        {leagues.map((league) => (
          <li key={league.id}>
            <Link to="/section/$id" params={{ id: String(league.id) }} className={css.league}>
              <Crest name={league.name} image={league.image} />
              <span className={css.textColumn}>
                <bdi className={css.name}>{league.name}</bdi>
                <span className={css.count}>{t('members', { count: league.users })}</span>
              </span>
              {league.invited && <Tag tone="strong">{t('invitedTag')}</Tag>}
              {league.new && <Tag tone="strong">{t('newTag')}</Tag>}
              {!league.custom && <Tag>{t('official')}</Tag>}
              {!league.active && <Tag>{t('archivedTag')}</Tag>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
