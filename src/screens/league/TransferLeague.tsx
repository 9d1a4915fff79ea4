import type { FieldSpec } from '#contract/form-fields.ts';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useReportSaved } from '#screens/use-success.ts';

const ownerField: FieldSpec = {
  name: 'owner',
  type: 'modelscroll',
  model: 'member',
  label: 'newOwner',
  required: true,
};

type Props = { league: League; onDone: () => void; onClose: () => void };

/** Transfers a league to another of its members. */
export function TransferLeague({ league, onDone, onClose }: Props) {
  const t = useT();
  const { forms } = useMachines();
  const reportSaved = useReportSaved();
  return (
    <FormModal
      machine={forms.league}
      title={t('handOver')}
      id={league.id}
      fields={[{ ...ownerField, exceptId: league.owner ?? undefined }]}
      filters={{ section: league.id }}
      intro={<p>{t('handOverText')}</p>}
      onDone={({ outcome }) => {
        if (outcome !== 'saved') return onClose();
        reportSaved();
        onDone();
      }}
    />
  );
}
