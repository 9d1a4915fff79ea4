import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { League } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import type { Command, command } from '#machines/command.ts';
import { subSheets, useSetSearchParams, useSheet } from '#screens/search-params.ts';
import { useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { EditLeague } from './EditLeague.tsx';
import { TransferLeague } from './TransferLeague.tsx';

const PrintSheet = deferredComponent(async () => (await import('#screens/print/PrintSheet.tsx')).PrintSheet);

type Props = { league: League; task: ActorRefFrom<typeof command>; onChanged: () => void };

/** A league's settings: for its staff; leaving for every member. */
export function LeagueSettings({ league, task, onChanged }: Props) {
  const sheet = useSheet();
  const setSearch = useSetSearchParams();
  const back = () => setSearch({ of: undefined });
  const done = () => {
    onChanged();
    sheet.close();
  };
  // The forms stay open when the caller loses the role: a live event may come before the response of the transfer itself.
  if (sheet.of === subSheets.edit) return <EditLeague league={league} onDone={done} onClose={back} />;
  if (sheet.of === subSheets.transfer) return <TransferLeague league={league} onDone={done} onClose={back} />;
  if (sheet.of === subSheets.print) return <PrintSheet league={league.id} onClose={sheet.close} />;
  if (sheet.of === subSheets.ownerLeaving) return <OwnerLeaving league={league} task={task} />;
  return <SettingsMenu league={league} task={task} />;
}

/** The message key of each command that is confirmed here. */
const confirmedCommands: { readonly [Name in Command['name']]?: 'renewCode' | 'archive' | 'leave' } = {
  renewJoinCode: 'renewCode',
  archiveLeague: 'archive',
  leave: 'leave',
};

function SettingsMenu({ league, task }: Pick<Props, 'league' | 'task'>) {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const name = useSelector(task, ({ context }) => context.command?.name);
  const ask = (toConfirm: Command) => task.send({ type: 'command.ask', command: toConfirm });
  const target = { section: league.id };
  const asked = name && confirmedCommands[name];
  // A league with members needs an owner.
  const isOwner = league.custom && league.owner === me?.id;
  const isLastMember = isOwner && league.users === 1;
  // An official league may be entered again at any time, while it is open.
  const leaveTextKey = isLastMember
    ? 'leaveLastText'
    : league.custom || !league.active
      ? 'leaveText'
      : 'leaveOfficialText';
  return (
    <Sheet open title={t('leagueSettings')} onClose={sheet.close}>
      <Stack gap="x2">
        {league.is_member && league.active && (
          <RouteButton to="/clans-page" search={{ section: league.id }} replace tone="quiet" full>
            {t('inviteGroups')}
          </RouteButton>
        )}
        {league.is_member && (
          <Button tone="quiet" full onClick={() => sheet.open('settings', subSheets.print)}>
            {t('print')}
          </Button>
        )}
        {league.is_staff && (
          <Button tone="quiet" full onClick={() => sheet.open('settings', subSheets.edit)}>
            {t('editLeague')}
          </Button>
        )}
        {league.is_staff && league.active && (
          <Button tone="quiet" full onClick={() => ask({ name: 'renewJoinCode', target })}>
            {t('renewCode')}
          </Button>
        )}
        {league.is_staff && league.custom && (
          <Button tone="quiet" full onClick={() => sheet.open('settings', subSheets.transfer)}>
            {t('handOver')}
          </Button>
        )}
        {league.is_staff && league.active && (
          <Button tone="danger" full onClick={() => ask({ name: 'archiveLeague', league: league.id })}>
            {t('archive')}
          </Button>
        )}
        {league.is_member && (
          <Button
            tone="danger"
            full
            onClick={() =>
              isOwner && !isLastMember
                ? sheet.open('settings', subSheets.ownerLeaving)
                : ask({ name: 'leave', target })
            }
          >
            {t('leave')}
          </Button>
        )}
      </Stack>
      {asked && (
        <ConfirmCommand
          actor={task}
          title={t(asked)}
          text={<T k={asked === 'leave' ? leaveTextKey : `${asked}Text`} name={league.name} />}
        />
      )}
    </Sheet>
  );
}

/** The owner leaves only after transferring or archiving the league. */
function OwnerLeaving({ league, task }: Pick<Props, 'league' | 'task'>) {
  const t = useT();
  const sheet = useSheet();
  const asked = useSelector(task, ({ context }) => context.command?.name === 'archiveLeague');
  return (
    <Sheet open title={t('leaveOwner')} onClose={sheet.close}>
      <Stack gap="x4">
        <p>
          <T k="leaveOwnerText" name={league.name} />
        </p>
        <Button full onClick={() => sheet.open('settings', subSheets.transfer)}>
          {t('handOver')}
        </Button>
        {league.active && (
          <Button
            tone="danger"
            full
            onClick={() =>
              task.send({ type: 'command.ask', command: { name: 'archiveLeague', league: league.id } })
            }
          >
            {t('archive')}
          </Button>
        )}
      </Stack>
      {asked && (
        <ConfirmCommand actor={task} title={t('archive')} text={<T k="archiveText" name={league.name} />} />
      )}
    </Sheet>
  );
}
