import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { hasMore } from '#domain/list-window.ts';
import { useSheet } from '#screens/search-params.ts';
import { useLiveEvents, useMachines, useMe } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './LeaguesScreen.css.ts';

/** The leagues the caller may see: their own, official ones, and invitations. */
export function LeaguesScreen() {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const { lists } = useMachines();
  const list = useActorRef(lists.leagues, { input: { filters: {}, limit: 20 } });
  const invitations = useActorRef(lists.leagues, { input: { filters: { invited: true }, limit: 20 } });
  useLiveRefresh({ kind: 'leagues' }, () => list.send({ type: 'list.refresh' }));
  useLiveRefresh({ kind: 'leagueInvitations' }, () => invitations.send({ type: 'list.refresh' }));
  useLiveEvents(({ type, section }) => {
    if (type === 'league' && section !== null) list.send({ type: 'rows.changed', ids: [section] });
  });
  const rows = useSelector(list, ({ context }) => context.rows);
  const search = useSelector(list, ({ context }) => context.search);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(list, (it) => (it.hasTag('failed') ? it.context.failure : null));
  const more = useSelector(list, ({ context }) => hasMore(context));
  const waiting = useSelector(invitations, ({ context }) => context.rows);
  const mine = rows.filter(({ is_member }) => is_member);
  const official = rows.filter(({ is_member, custom }) => !is_member && !custom);
  // Sent to staff only.
  const others = rows.filter(({ is_member, custom }) => !is_member && custom);

  return (
    <Stack gap="x4">
      <Heading level={1} size="title">
        {t('tabSearch')}
      </Heading>
      <SearchField
        label={t('search')}
        placeholder={t('searchLeague')}
        value={search}
        busy={busy && !loading}
        onChange={(text) => list.send({ type: 'search.change', search: text })}
      />
      <Row gap="x2" wrap>
        {me && (
          <Button size="small" icon={<Plus size={18} />} onClick={() => sheet.open('newLeague')}>
            {t('createNewLeague')}
          </Button>
        )}
        <RouteButton to="/join" tone="quiet" size="small">
          {t('joinAClan')}
        </RouteButton>
      </Row>
      {search === '' && <LeagueList title={t('leaguesWaiting')} leagues={waiting} />}
      {loading && <Skeleton shape="row" count={5} />}
      {failure && (
        <ErrorState text={t(`failure.${failure.kind}`)} onRetry={() => list.send({ type: 'list.retry' })} />
      )}
      {!busy && !failure && rows.length === 0 && (
        <EmptyState
          art="league"
          title={t(search ? 'noResults' : 'noLeaguesTitle')}
          text={t('noLeaguesText')}
        />
      )}
      <LeagueList title={t('myLeagues')} leagues={mine} />
      <LeagueList title={t('officialLeagues')} leagues={official} />
      <LeagueList title={t('otherLeagues')} leagues={others} />
      {more && !failure && (
        <Button tone="quiet" full busy={busy} onClick={() => list.send({ type: 'page.next' })}>
          {t('more')}
        </Button>
      )}
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
              <span className={css.words}>
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
