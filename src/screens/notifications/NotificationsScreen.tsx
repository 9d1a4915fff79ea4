import { useActorRef, useSelector } from '@xstate/react';
import type { Notification } from '#contract/models.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useApp, useAppData, useMachines, useMe, useServerNow } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList } from '#screens/use-list.ts';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { groupByDay, previousDay } from '#domain/group-by-day.ts';
import * as css from './NotificationsScreen.css.ts';

/** The caller's notifications by day, newest first; a sign-in link for a guest. */
export function NotificationsScreen() {
  return useMe() ? <NotificationList /> : <SignInFirst whole />;
}

function NotificationList() {
  const t = useT();
  const app = useApp();
  const { lists, command } = useMachines();
  const list = useList(lists.notifications, { filters: {}, limit: 20 }, { kind: 'notifications' });
  const markRead = useActorRef(command);
  useEmitted(markRead, 'command.done', () => {
    list.refresh();
    app.send({ type: 'data.refresh' });
  });
  const unreadCount = useAppData()?.activeParams.notifications ?? 0;
  const { rows, loading, failure } = list;
  const marking = useSelector(markRead, (snapshot) => snapshot.hasTag('busy'));
  const markFailure = useSelector(markRead, (it) => (it.hasTag('failed') ? it.context.failure : null));

  return (
    <Stack gap="x4">
      <Row between wrap>
        <Heading level={1} size="title">
          {t('tabNotifications')}
        </Heading>
        {unreadCount > 0 && (
          <Button
            tone="plain"
            size="small"
            busy={marking}
            onClick={() =>
              markRead.send({ type: 'command.run', command: { name: 'markAllNotificationsRead' } })
            }
          >
            {t('markAllRead')}
          </Button>
        )}
      </Row>
      {loading && <Skeleton shape="row" count={5} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      <FailureText failure={markFailure} />
      {!loading && !failure && rows.length === 0 && <NoNotifications />}
      <NotificationsByDay
        rows={rows}
        onOpen={(row) => {
          if (row.new)
            markRead.send({ type: 'command.run', command: { name: 'markNotificationRead', id: row.id } });
        }}
      />
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

type NotificationsByDayProps = { rows: readonly Notification[]; onOpen: (row: Notification) => void };

function NotificationsByDay({ rows, onOpen }: NotificationsByDayProps) {
  const { t, formatDay } = useI18n();
  const now = useServerNow(60_000);
  const [today, yesterday] = [formatDay(now), previousDay(now, formatDay)];
  const nameOf = (day: string) => (day === today ? t('today') : day === yesterday ? t('yesterday') : day);
  return groupByDay(rows, formatDay).map(({ day, rows: dayRows }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={css.day}>
        {nameOf(day)}
      </h2>
      <ul className={css.list}>
        {dayRows.map((row) => (
          <li key={row.id}>
            <NotificationItem row={row} now={now} onOpen={() => onOpen(row)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NotificationItem({ row, now, onOpen }: { row: Notification; now: number; onOpen: () => void }) {
  const t = useT();
  const { section, member } = row.publisher_data;
  const by = member ?? section;
  return (
    <a href={`#/${row.link}`} className={css.entry} data-state={row.new ? 'new' : 'read'} onClick={onOpen}>
      <Avatar name={by?.name ?? t('appName')} image={by?.image ?? null} decorative />
      <span className={css.words}>
        <bdi className={css.title}>{row.title}</bdi>
        {row.description && <bdi className={css.text}>{row.description}</bdi>}
        <span className={css.time}>
          <DateText at={row.created} now={now} />
        </span>
      </span>
      {row.new && <span className={css.dot} role="img" aria-label={t('newTag')} />}
    </a>
  );
}
