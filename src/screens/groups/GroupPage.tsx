import { useNavigate } from '@tanstack/react-router';
import { useActorRef } from '@xstate/react';
import { Settings } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useSheet } from '#screens/search-params.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { InviteBar } from '#screens/league/InviteBar.tsx';
import { Members } from '#screens/league/Members.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { CrestHeader } from '#screens/league/CrestHeader.tsx';
import { useReportSaved } from '#screens/use-success.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';

const GroupSettings = lazyComponent(async () => (await import('./GroupSettings.tsx')).GroupSettings);

/** One group: its code and its members, or a notice for whoever is not in it any more. */
export function GroupPage({ id }: { id: number }) {
  const t = useT();
  const reportSaved = useReportSaved();
  const navigate = useNavigate();
  const { command } = useMachines();
  // The command's actor lives here, not in the page: leaving unmounts the page before the answer arrives.
  const task = useActorRef(command);
  useEmitted(task, 'command.done', ({ command: { name } }) => {
    reportSaved();
    if (name === 'leave') void navigate({ to: '/clans-page', replace: true });
  });
  const sheet = useSheet();
  const group = useAppData()?.clans.find((it) => it.id === id);
  if (!group) return <GroupNotFound />;
  return (
    <Stack gap="x4">
      <CrestHeader of={group}>
        <IconButton label={t('clanSettings')} onClick={() => sheet.open('settings')}>
          <Settings size={20} />
        </IconButton>
      </CrestHeader>
      {group.code && <InviteBar kind="group" name={group.name} code={group.code} withQr />}
      <Members place={{ clan: id }} owner={group.owner} mayRemove={group.is_staff} />
      {sheet.name === 'settings' && <GroupSettings group={group} task={task} />}
    </Stack>
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
