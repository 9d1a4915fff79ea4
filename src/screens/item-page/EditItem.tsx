import { fieldsOf } from '#contract/form-fields.ts';
import { ItemUpdate, type Item } from '#contract/models.ts';
import { modelRegistry } from '#contract/model-registry.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useMachines } from '#screens/app-context.tsx';

const { title, fields } = modelRegistry.item.form;

/** Form for an item's details: description, round, time text and status. */
export function EditItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  return (
    <FormModal
      machine={useMachines().forms.item}
      title={t(title)}
      id={item.id}
      fields={fieldsOf(ItemUpdate, fields)}
      values={{ ...item.details, description: item.description }}
      onDone={onDone}
    />
  );
}
