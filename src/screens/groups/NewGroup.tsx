import { fieldsOf } from '#contract/form-fields.ts';
import { GroupInput } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useApp, useAppChild, useMachines } from '#screens/app-context.tsx';

const fields = fieldsOf(GroupInput, ['name']);

/** Form for a new group. Lists of groups refetch on the live event of its first member. */
export function NewGroup() {
  const t = useT();
  const { forms } = useMachines();
  const sheet = useSheet();
  const app = useApp();
  const toasts = useAppChild('toasts');
  return (
    <FormModal
      machine={forms.group}
      title={t('newClan')}
      fields={fields}
      onDone={(end) => {
        if (end.outcome === 'saved') {
          toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'saved' } });
          app.send({ type: 'data.refresh' });
        }
        sheet.close();
      }}
    />
  );
}
