import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { command } from '#machines/command.ts';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';

type Props = {
  actor: ActorRefFrom<typeof command>;
  title: string;
  text: ReactNode;
  /** Label of the button, where it is not the title. */
  action?: string;
};

/** Asks for confirmation of a command, and shows its failure. */
export function ConfirmCommand({ actor, title, text, action = title }: Props) {
  const t = useT();
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag('confirming'));
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  const task = useSelector(actor, ({ context }) => context.command);
  if (!asking && !busy && !failure) return null;
  const cancel = () => actor.send({ type: 'command.cancel' });
  const go = () =>
    failure && task
      ? actor.send({ type: 'command.run', command: task })
      : actor.send({ type: 'command.confirm' });
  return (
    <Sheet
      open
      title={title}
      onClose={cancel}
      footer={
        <Row gap="x2" wrap>
          <Button tone="danger" busy={busy} onClick={go}>
            {failure ? t('retry') : action}
          </Button>
          <Button tone="plain" disabled={busy} onClick={cancel}>
            {t('cancel')}
          </Button>
        </Row>
      }
    >
      <BackLayer onBack={cancel} />
      <Stack gap="x3">
        <p>{text}</p>
        <FailureText failure={failure} />
      </Stack>
    </Sheet>
  );
}
