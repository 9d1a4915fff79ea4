import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Notification } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useApp, useAppData, useMachines, useMe, useServerNow } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList } from '#screens/use-list.ts';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { groupByDay, previousDay } from '#domain/group-by-day.ts';
import { groupByItem } from '#domain/group-by-item.ts';
import { NotificationItem } from './NotificationItem.tsx';
import * as css from './NotificationsScreen.css.ts';
import { RefusedMessages } from './RefusedMessages.tsx';

/** The caller's notifications by day, newest first; a sign-in link for a guest. */
export function NotificationsScreen() {
  const t = useT();
  return useMe() ? <NotificationList /> : <SignInFirst whole art="friends" text={t('membersSignIn')} />;
}

function NotificationList() {
  const t = useT();
  const list = useList(
    useMachines().lists.notifications,
    { filters: {}, limit: 20 },
    { kind: 'notifications' },
  );
  const { rows, loading, failure } = list;

  return (
    <Stack gap="x4">
      <Heading level={1} size="title">
        {t('tabNotifications')}
      </Heading>
      <RefusedMessages />
      {loading && <Skeleton shape="row" count={5} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!loading && !failure && rows.length === 0 && <NoNotifications />}
      {rows.length > 0 && <VisitedNotifications rows={rows} />}
      {!failure && <MoreButton list={list} busy={list.loadingMore} full />}
    </Stack>
  );
}

/** No notifications yet, and what leads to some. */
function NoNotifications() {
  const t = useT();
  return (
    <EmptyState
      art="league"
      title={t('noNotifications')}
      text={t('noNotificationsText')}
      action={
        <RouteButton to="/games" tone="quiet">
          {t('gamesToBet')}
        </RouteButton>
      }
    />
  );
}

/** The notifications while they are visible: that marks them read, and the new ones stay highlighted. */
function VisitedNotifications({ rows }: { rows: readonly Notification[] }) {
  const app = useApp();
  const visit = useActorRef(useMachines().notificationVisit);
  useEmitted(visit, 'notifications.read', () => app.send({ type: 'data.refresh' }));
  const unreadCount = useAppData()?.activeParams.notifications ?? 0;
  useEffect(() => {
    const listed = rows.filter((row) => row.new).map(({ id }) => id);
    visit.send({ type: 'list.shown', fresh: listed, unreadCount });
  }, [visit, rows, unreadCount]);
  useEffect(() => {
    const reportPage = () =>
      visit.send({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown' });
    const listening = new AbortController();
    document.addEventListener('visibilitychange', reportPage, { signal: listening.signal });
    reportPage();
    return () => listening.abort();
  }, [visit]);
  const fresh = useSelector(visit, ({ context }) => context.fresh);
  return <NotificationsByDay rows={rows} fresh={new Set(fresh)} />;
}

type NotificationsByDayProps = { rows: readonly Notification[]; fresh: ReadonlySet<number> };

function NotificationsByDay({ rows, fresh }: NotificationsByDayProps) {
  const t = useT();
  const { formatDay } = useDates();
  const now = useServerNow(60_000);
  const [today, yesterday] = [formatDay(now), previousDay(now, formatDay)];
  const nameOf = (day: string) => (day === today ? t('today') : day === yesterday ? t('yesterday') : day);
  return groupByDay(groupByItem(rows), formatDay).map(({ day, rows: dayRows }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={css.day}>
        {nameOf(day)}
      </h2>
      <ul className={css.list}>
        {dayRows.map((entry) => (
          <li key={entry.id}>
            <NotificationItem
              entry={entry}
              now={now}
              isNew={[entry, ...entry.earlier].some(({ id }) => fresh.has(id))}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}
