import type { FieldSpec } from '#contract/form-fields.ts';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useShowSuccess } from '#screens/use-success.ts';

const fields: FieldSpec[] = [{ name: 'date', type: 'datetime', label: 'gameDate', required: true }];

/** Form for another date, while the old one has not passed. */
export function RescheduleItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  const { forms } = useMachines();
  const showSuccess = useShowSuccess();
  return (
    <FormModal
      machine={forms.item}
      title={t('moveDate')}
      id={item.id}
      fields={fields}
      values={{ date: item.date }}
      intro={<p>{t('moveDateWhat')}</p>}
      onDone={({ outcome }) => {
        if (outcome === 'saved') showSuccess();
        onDone();
      }}
    />
  );
}
