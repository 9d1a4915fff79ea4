import { useNavigate } from '@tanstack/react-router';
import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { LeagueInput } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { useReportSaved } from '#screens/use-success.ts';

const fields = fieldsOf(LeagueInput, ['name']);
const staffFields: readonly FieldSpec[] = [
  ...fields,
  { name: 'official', type: 'boolean', label: 'leagueOfficial', required: false },
];

/** Form for a new league, by its name alone; staff may make it official. Opens the league afterwards. */
export function NewLeague() {
  const t = useT();
  const { forms } = useMachines();
  const sheet = useSheet();
  const isStaff = useMe()?.is_staff === true;
  const navigate = useNavigate();
  const reportSaved = useReportSaved();
  return (
    <FormModal
      machine={forms.league}
      title={t('createNewLeague')}
      fields={isStaff ? staffFields : fields}
      // `of` is set by the button for an official league.
      values={{ official: isStaff && sheet.of !== null }}
      onDone={(end) => {
        if (end.outcome !== 'saved') return sheet.close();
        reportSaved();
        const { id } = end.result;
        void navigate({ to: '/section/$id', params: { id: String(id) }, search: {}, replace: true });
      }}
    />
  );
}
