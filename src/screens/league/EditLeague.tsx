import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { LeagueInput } from '#contract/inputs.ts';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { PictureUpload } from '#screens/upload/PictureUpload.tsx';
import { useReportSaved } from '#screens/use-success.ts';

const fields: FieldSpec[] = [
  ...fieldsOf(LeagueInput, [
    'name',
    'description',
    'rounds',
    'groupMembersCount',
    'tie_break',
    'late_joiner',
  ]),
  { name: 'provisional_results', type: 'boolean', label: 'provisionalResults', required: false },
  { name: 'active', type: 'boolean', label: 'leagueActive', required: false },
];

type Props = { league: League; onDone: () => void; onClose: () => void };

/** Form for a league's picture, name, text, defaults of new games, and whether it is active. */
export function EditLeague({ league, onDone, onClose }: Props) {
  const t = useT();
  const { forms } = useMachines();
  const reportSaved = useReportSaved();
  const { id, name, image } = league;
  return (
    <FormModal
      machine={forms.league}
      title={t('editLeague')}
      id={id}
      fields={fields}
      intro={<PictureUpload model="section" id={id} name={name} image={image} showLabel />}
      values={league}
      onDone={({ outcome }) => {
        if (outcome !== 'saved') return onClose();
        reportSaved();
        onDone();
      }}
    />
  );
}
