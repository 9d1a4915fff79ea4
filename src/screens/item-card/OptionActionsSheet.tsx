import { useActorRef } from '@xstate/react';
import { Ban, CircleCheck } from 'lucide-react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';

const actionIcons = { no_points: <Ban />, points: <CircleCheck /> };

/** Actions on an option, as the server allows them. */
export function OptionActionsSheet({ option, onClose }: { option: ItemOption; onClose: () => void }) {
  const t = useT();
  const actor = useActorRef(useMachines().command);
  useEmitted(actor, 'command.done', onClose);
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  const { id, name, details } = option;
  return (
    <Sheet open onClose={onClose} title={name}>
      <Stack gap="x3">
        {details.actions.map(({ key }) => (
          <Button
            key={key}
            full
            tone="quiet"
            icon={actionIcons[key]}
            busy={busy}
            onClick={() =>
              actor.send({
                type: 'command.run',
                command: { name: 'setNoPoints', id, noPoints: key === 'no_points' },
              })
            }
          >
            {t(`optionAction.${key}`)}
          </Button>
        ))}
        <p>{t('noPointsWhat')}</p>
        <FailureText failure={failure} look="box" />
      </Stack>
    </Sheet>
  );
}
