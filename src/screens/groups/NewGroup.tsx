import { fieldsOf } from '#contract/form-fields.ts';
import { GroupInput } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useReportSaved } from '#screens/use-success.ts';

const fields = fieldsOf(GroupInput, ['name']);

/** Form for a new group. Lists of groups refetch on the live event of its first member. */
export function NewGroup() {
  const t = useT();
  const { forms } = useMachines();
  const sheet = useSheet();
  const reportSaved = useReportSaved();
  return (
    <FormModal
      machine={forms.group}
      title={t('newClan')}
      fields={fields}
      onDone={(end) => {
        if (end.outcome === 'saved') reportSaved();
        sheet.close();
      }}
    />
  );
}
