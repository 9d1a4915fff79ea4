import { useNavigate } from '@tanstack/react-router';
import { fieldsOf } from '#contract/form-fields.ts';
import { LeagueInput } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useReportSaved } from '#screens/use-success.ts';

const fields = fieldsOf(LeagueInput, ['name']);

/** Form for a new league, by its name alone; opens the league afterwards. */
export function NewLeague() {
  const t = useT();
  const { forms } = useMachines();
  const sheet = useSheet();
  const navigate = useNavigate();
  const reportSaved = useReportSaved();
  return (
    <FormModal
      machine={forms.league}
      title={t('createNewLeague')}
      fields={fields}
      onDone={(end) => {
        if (end.outcome !== 'saved') return sheet.close();
        reportSaved();
        const { id } = end.result;
        void navigate({ to: '/section/$id', params: { id: String(id) }, search: {}, replace: true });
      }}
    />
  );
}
