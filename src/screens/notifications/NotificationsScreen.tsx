import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import type { Notification } from '#contract/models.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import { hasMore } from '#machines/paged-list.ts';
import { useEmitted } from '#screens/hooks.ts';
import { useApp, useAppData, useLive, useMachines, useMe, useServerNow } from '#screens/kit.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Heading, Row, Stack } from '#ui/layout.tsx';
import * as css from './NotificationsScreen.css.ts';

/** What happened meanwhile, newest first. A guest has nothing to hear of yet. */
export function NotificationsScreen() {
  const t = useT();
  const me = useMe();
  if (me) return <Mine />;
  return (
    <EmptyState
      whole
      title={t('signInFirst')}
      action={
        <Link to="/login" search={{ return: '/notifications' }} className={buttonClass()}>
          {t('signIn')}
        </Link>
      }
    />
  );
}

function Mine() {
  const t = useT();
  const app = useApp();
  const { lists, errand } = useMachines();
  const list = useActorRef(lists.notifications, { input: { filters: {}, limit: 20 } });
  const reading = useActorRef(errand);
  useEmitted(reading, 'errand.done', () => {
    list.send({ type: 'list.refresh' });
    app.send({ type: 'data.refresh' });
  });
  useLive(({ type }) => {
    if (type === 'notification' || type === 'reset') list.send({ type: 'list.refresh' });
  });
  const fresh = useAppData()?.activeParams.notifications ?? 0;
  const rows = useSelector(list, ({ context }) => context.rows);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('loadingMore'));
  const failure = useSelector(list, (it) => (it.hasTag('failed') ? it.context.failure : null));
  const more = useSelector(list, ({ context }) => hasMore(context));
  const marking = useSelector(reading, (snapshot) => snapshot.hasTag('busy'));

  return (
    <Stack gap="x4">
      <Row between wrap>
        <Heading level={1} size="title">
          {t('tabNotifications')}
        </Heading>
        {fresh > 0 && (
          <Button
            tone="plain"
            size="small"
            busy={marking}
            onClick={() => reading.send({ type: 'errand.run', errand: { name: 'readNotifications' } })}
          >
            {t('markAllRead')}
          </Button>
        )}
      </Row>
      {loading && <Skeleton shape="row" count={5} />}
      {failure && (
        <ErrorState text={t(`failure.${failure.kind}`)} onRetry={() => list.send({ type: 'list.retry' })} />
      )}
      {!loading && !failure && rows.length === 0 && (
        <EmptyState title={t('noNotifications')} text={t('noNotificationsText')} />
      )}
      <ul className={css.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <Entry
              row={row}
              onOpen={() => {
                if (row.new)
                  reading.send({ type: 'errand.run', errand: { name: 'readNotification', id: row.id } });
              }}
            />
          </li>
        ))}
      </ul>
      {more && (
        <Button tone="quiet" full busy={busy} onClick={() => list.send({ type: 'page.next' })}>
          {t('more')}
        </Button>
      )}
    </Stack>
  );
}

function Entry({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t, formatRelative } = useI18n();
  const now = useServerNow(60_000);
  const { section, member } = row.publisher_data;
  const by = member ?? section;
  return (
    <a href={`#${row.link}`} className={css.entry} data-state={row.new ? 'new' : 'read'} onClick={onOpen}>
      <Avatar name={by?.name ?? t('appName')} image={by?.image ?? null} decorative />
      <span className={css.words}>
        <bdi className={css.title}>{row.title}</bdi>
        {row.description && <bdi className={css.text}>{row.description}</bdi>}
        <time dateTime={row.created} className={css.time}>
          {formatRelative(row.created, now)}
        </time>
      </span>
      {row.new && <span className={css.dot} role="img" aria-label={t('newTag')} />}
    </a>
  );
}
