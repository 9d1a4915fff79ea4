import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { fieldsOf } from '#contract/form-fields.ts';
import { GroupInput } from '#contract/inputs.ts';
import type { Group } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import type { command } from '#machines/command.ts';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { subSheets, useSearchParam, useSheet } from '#screens/search-params.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { PictureUpload } from '#screens/upload/PictureUpload.tsx';
import { useReportSaved } from '#screens/use-success.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';

type Props = { group: Group; task: ActorRefFrom<typeof command> };

/** A group's settings: for its owner; leaving for every member. */
export function GroupSettings({ group, task }: Props) {
  const isEditing = useSearchParam(({ of }) => of === subSheets.edit);
  if (isEditing) return <EditGroup group={group} />;
  return <SettingsMenu group={group} task={task} />;
}

function SettingsMenu({ group, task }: Props) {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const name = useSelector(task, ({ context }) => context.command?.name);
  const target = { clan: group.id };
  const asked = name === 'leave' ? 'leaveGroup' : name === 'renewJoinCode' ? 'renewCode' : null;
  const leaveTextKey =
    group.users === 1
      ? 'leaveGroupLastText'
      : group.owner === me?.id
        ? 'leaveGroupOwnerText'
        : 'leaveGroupText';
  return (
    <Sheet open title={t('clanSettings')} onClose={sheet.close}>
      <Stack gap="x2">
        {group.is_staff && (
          <>
            <Button tone="quiet" full onClick={() => sheet.open('settings', subSheets.edit)}>
              {t('editClan')}
            </Button>
            <Button
              tone="quiet"
              full
              onClick={() => task.send({ type: 'command.ask', command: { name: 'renewJoinCode', target } })}
            >
              {t('renewCode')}
            </Button>
          </>
        )}
        <Button
          tone="danger"
          full
          onClick={() => task.send({ type: 'command.ask', command: { name: 'leave', target } })}
        >
          {t('leaveGroup')}
        </Button>
      </Stack>
      {asked && (
        <ConfirmCommand
          actor={task}
          title={t(asked)}
          text={<T k={asked === 'leaveGroup' ? leaveTextKey : 'renewCodeText'} name={group.name} />}
        />
      )}
    </Sheet>
  );
}

const fields = fieldsOf(GroupInput, ['name']);

function EditGroup({ group }: { group: Group }) {
  const t = useT();
  const { forms } = useMachines();
  const sheet = useSheet();
  const reportSaved = useReportSaved();
  return (
    <FormModal
      machine={forms.group}
      title={t('editClan')}
      id={group.id}
      fields={fields}
      intro={<PictureUpload model="clan" id={group.id} name={group.name} image={group.image} showLabel />}
      values={{ name: group.name }}
      onDone={({ outcome }) => {
        if (outcome === 'saved') reportSaved();
        sheet.close();
      }}
    />
  );
}
