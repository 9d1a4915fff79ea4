import { Plus } from 'lucide-react';
import { fieldsOf } from '#contract/form-fields.ts';
import { PostInput } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { RowText, StaffList } from './StaffList.tsx';
import { useStaffList } from './use-staff-list.ts';

const fields = fieldsOf(PostInput, ['description']);

/** Posts that everyone sees in their feed. */
export function PostsForEveryone() {
  const t = useT();
  const { lists, forms } = useMachines();
  const { list, sheet, task, onFormDone } = useStaffList(lists.games, {
    filters: { everyone: true },
    limit: 20,
  });
  return (
    <Stack gap="x3">
      <Button icon={<Plus size={20} />} onClick={() => sheet.open('newPost')}>
        {t('newPostForEveryone')}
      </Button>
      <StaffList label={t('postsForEveryone')} list={list}>
        {({ id, description }) => (
          <>
            <RowText name={description} />
            <ArchiveButton
              name={description}
              onClick={() => task.send({ type: 'command.ask', command: { name: 'archivePost', id } })}
            />
          </>
        )}
      </StaffList>
      <ConfirmCommand
        actor={task}
        title={t('archivePost')}
        text={t('archivePostText')}
        action={t('archiveIt')}
      />
      {sheet.name === 'newPost' && (
        <FormModal
          machine={forms.post}
          title={t('newPostForEveryone')}
          fields={fields}
          fixedValues={{ section: null }}
          onDone={onFormDone}
        />
      )}
    </Stack>
  );
}
