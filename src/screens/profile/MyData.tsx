import { useActorRef } from '@xstate/react';
import { Download } from 'lucide-react';
import { T, useT } from '#i18n/react.tsx';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { downloadText } from '#screens/download-text.ts';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import * as css from './ProfileScreen.css.ts';

/** Exports the caller's data, and deletes the account. */
export function MyData() {
  const t = useT();
  const { command } = useMachines();
  const exportCommand = useActorRef(command);
  const deleteCommand = useActorRef(command);
  useEmitted(exportCommand, 'command.done', ({ response }) =>
    downloadText('hevre.json', 'application/json', JSON.stringify(response, null, 2)),
  );
  const busy = useBusy(exportCommand);
  const failure = useFailure(exportCommand);
  return (
    <Card as="section" labelledBy="my-data">
      <Stack gap="x3">
        <Heading level={2} size="lead" id="my-data">
          {t('myData')}
        </Heading>
        <p className={css.quiet}>{t('exportMeText')}</p>
        <Button
          tone="quiet"
          full
          busy={busy}
          icon={<Download size={20} />}
          onClick={() => exportCommand.send({ type: 'command.run', command: { name: 'exportMyData' } })}
        >
          {t('exportMe')}
        </Button>
        <FailureText failure={failure} />
        <Button
          tone="plain"
          size="small"
          onClick={() => deleteCommand.send({ type: 'command.ask', command: { name: 'deleteAccount' } })}
        >
          {t('deleteMe')}
        </Button>
      </Stack>
      <ConfirmCommand actor={deleteCommand} title={t('deleteMe')} text={<T k="deleteMeText" />} />
    </Card>
  );
}
