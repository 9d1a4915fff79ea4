import { Plus } from 'lucide-react';
import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { RoleInput } from '#contract/inputs.ts';
import { roles, type StaffMember } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { RowText, StaffList } from './StaffList.tsx';
import { useStaffList } from './use-staff-list.ts';

const fields: FieldSpec[] = fieldsOf(RoleInput, ['cellphone', 'role']).map((field) => ({
  ...field,
  ...(field.name === 'role' && { choices: roles.map((value) => ({ value, label: `role.${value}` })) }),
}));

/** Staff and superusers, named and dismissed by a superuser; nobody dismisses themselves. */
export function StaffMembers() {
  const t = useT();
  const me = useMe();
  const { lists, forms } = useMachines();
  const { list, sheet, task, asked, onFormDone } = useStaffList(lists.staff, { filters: {}, limit: 20 });
  const dismissed = asked?.name === 'setRole' ? list.rows.find(({ id }) => id === asked.member) : null;
  const nameOf = ({ name }: StaffMember) => name || t('notSignedInYet');
  return (
    <Stack gap="x3">
      <Button icon={<Plus size={20} />} onClick={() => sheet.open('newStaff')}>
        {t('newStaff')}
      </Button>
      <StaffList label={t('staffMembers')} list={list}>
        {(row) => (
          <>
            <RowText name={nameOf(row)} note={t(`role.${row.role}`)} />
            {row.id === me?.id ? (
              <Tag tone="mine">{t('you')}</Tag>
            ) : (
              <Button
                tone="plain"
                size="small"
                aria-label={t('dismissName', { name: nameOf(row) })}
                onClick={() =>
                  task.send({
                    type: 'command.ask',
                    command: { name: 'setRole', member: row.id, role: 'member' },
                  })
                }
              >
                {t('dismissIt')}
              </Button>
            )}
          </>
        )}
      </StaffList>
      {dismissed && (
        <ConfirmCommand
          actor={task}
          title={t('dismissName', { name: nameOf(dismissed) })}
          text={<T k="dismissText" name={nameOf(dismissed)} />}
          action={t('dismissIt')}
        />
      )}
      {sheet.name === 'newStaff' && (
        <FormModal
          machine={forms.role}
          title={t('newStaff')}
          fields={fields}
          values={{ role: 'staff' }}
          onDone={onFormDone}
        />
      )}
    </Stack>
  );
}
