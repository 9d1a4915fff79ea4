import { useNavigate } from '@tanstack/react-router';
import { useActorRef } from '@xstate/react';
import { Settings } from 'lucide-react';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useSheet } from '#screens/search-params.ts';
import { useApp, useAppData, useAppChild, useMachines } from '#screens/app-context.tsx';
import { InviteBar } from '#screens/league/InviteBar.tsx';
import * as css from '#screens/league/LeaguePage.css.ts';
import { Members } from '#screens/league/Members.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';

const GroupSettings = lazyComponent(async () => (await import('./GroupSettings.tsx')).GroupSettings);
const QrSheet = lazyComponent(async () => (await import('#screens/league/QrSheet.tsx')).QrSheet);

/** One group: its code and its members, or a notice for whoever is not in it any more. */
export function GroupPage({ id }: { id: number }) {
  const app = useApp();
  const toasts = useAppChild('toasts');
  const navigate = useNavigate();
  const { command } = useMachines();
  // The command's actor lives here, not in the page: leaving unmounts the page before the answer arrives.
  const task = useActorRef(command);
  useEmitted(task, 'command.done', ({ command: { name } }) => {
    app.send({ type: 'data.refresh' });
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'saved' } });
    if (name === 'leave') void navigate({ to: '/clans-page', replace: true });
  });
  const sheet = useSheet();
  const group = useAppData()?.clans.find((it) => it.id === id);
  if (!group) return <GroupNotFound />;
  return (
    <Stack gap="x4">
      <GroupHeader group={group} />
      {group.code && (
        <InviteBar kind="group" name={group.name} code={group.code} onQr={() => sheet.open('qr')} />
      )}
      <Members place={{ clan: id }} owner={group.owner} mayRemove={group.is_staff} />
      {sheet.name === 'settings' && <GroupSettings group={group} task={task} />}
      {sheet.name === 'qr' && group.code && (
        <QrSheet kind="group" name={group.name} code={group.code} onClose={sheet.close} />
      )}
    </Stack>
  );
}

function GroupHeader({ group }: { group: Group }) {
  const t = useT();
  const sheet = useSheet();
  return (
    <header className={css.head}>
      <Crest name={group.name} image={group.image} size="large" />
      <div className={css.words}>
        <Heading level={1} size="title">
          <bdi>{group.name}</bdi>
        </Heading>
        <p className={css.count}>{t('members', { count: group.users })}</p>
      </div>
      <IconButton label={t('clanSettings')} onClick={() => sheet.open('settings')}>
        <Settings size={20} />
      </IconButton>
    </header>
  );
}

/** Not a member of the group, or no longer one. */
function GroupNotFound() {
  const t = useT();
  return (
    <EmptyState
      whole
      art="friends"
      title={t('clanGone')}
      text={t('clanGoneText')}
      action={
        <Row gap="x2" wrap>
          <RouteButton to="/clans-page">{t('myFriends')}</RouteButton>
          <RouteButton to="/join" tone="quiet">
            {t('joinAClan')}
          </RouteButton>
        </Row>
      }
    />
  );
}
