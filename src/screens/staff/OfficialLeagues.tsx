import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { T, useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { RowText, StaffList } from './StaffList.tsx';
import { useStaffList } from './use-staff-list.ts';

/** The official leagues, archived ones too. */
export function OfficialLeagues() {
  const t = useT();
  const { lists } = useMachines();
  const { list, sheet, task, asked } = useStaffList(
    lists.leagues,
    { filters: { custom: false }, limit: 20 },
    { kind: 'leagues' },
  );
  const failure = useSelector(task, (it) =>
    it.hasTag('failed') && it.context.command?.name === 'reopenLeague' ? it.context.failure : null,
  );
  const archived = asked?.name === 'archiveLeague' ? list.rows.find(({ id }) => id === asked.league) : null;
  return (
    <Stack gap="x3">
      <Button icon={<Plus size={20} />} onClick={() => sheet.open('newLeague', 1)}>
        {t('newOfficialLeague')}
      </Button>
      <StaffList label={t('officialLeagues')} list={list}>
        {({ id, name, users, active }) => (
          <>
            <RowText
              name={
                <Link to="/section/$id" params={{ id: String(id) }}>
                  {name}
                </Link>
              }
              note={active ? t('members', { count: users }) : t('archivedTag')}
            />
            {active ? (
              <Button
                tone="plain"
                size="small"
                aria-label={`${t('archive')}: ${name}`}
                onClick={() =>
                  task.send({ type: 'command.ask', command: { name: 'archiveLeague', league: id } })
                }
              >
                {t('archive')}
              </Button>
            ) : (
              <Button
                tone="plain"
                size="small"
                aria-label={`${t('reopen')}: ${name}`}
                onClick={() =>
                  task.send({ type: 'command.run', command: { name: 'reopenLeague', league: id } })
                }
              >
                {t('reopen')}
              </Button>
            )}
          </>
        )}
      </StaffList>
      <FailureText failure={failure} />
      {archived && (
        <ConfirmCommand actor={task} title={t('archive')} text={<T k="archiveText" name={archived.name} />} />
      )}
    </Stack>
  );
}
