import { CalendarClock, PencilLine } from 'lucide-react';
import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { modelRegistry } from '#contract/model-registry.ts';
import { ItemUpdate, type Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { lifecycleOf } from '#machines/item-lifecycle.ts';
import { useSheet } from '#screens/search-params.ts';
import { useMachines, useServerNow } from '#screens/app-context.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { ResultActions } from '#screens/results/ResultActions.tsx';
import { ResultSheet } from '#screens/results/ResultSheet.tsx';
import { useResultEntry } from '#screens/results/use-result-entry.ts';
import { useShowSuccess } from '#screens/use-success.ts';
import { Button } from '#ui/primitives/Button.tsx';

/**
 * Staff actions: start, enter the result, correct, void, edit, and reschedule while the date has not passed.
 */
export function ManageItem({ item, onChanged }: { item: Item; onChanged: () => void }) {
  const t = useT();
  const sheet = useSheet();
  const now = useServerNow(10_000);
  const actor = useResultEntry(item, onChanged);
  const closed = item.date !== null && Date.parse(item.date) <= now;
  const { status, version } = item;
  const mayMove = lifecycleOf({ status, closed, version }).can({ type: 'date.move' });
  const done = () => {
    onChanged();
    sheet.close();
  };
  return (
    <>
      <ResultActions actor={actor}>
        {mayMove && (
          <Button full tone="quiet" icon={<CalendarClock />} onClick={() => sheet.open('date')}>
            {t('moveDate')}
          </Button>
        )}
        <Button full tone="quiet" icon={<PencilLine />} onClick={() => sheet.open('words')}>
          {t('editItem')}
        </Button>
      </ResultActions>
      <ResultSheet actor={actor} onClose={() => undefined} />
      {sheet.name === 'words' && <EditItem item={item} onDone={done} />}
      {mayMove && sheet.name === 'date' && <RescheduleItem item={item} onDone={done} />}
    </>
  );
}

const { title, fields: editFields } = modelRegistry.item.form;

/** Form for an item's details: description, round, time text and status. */
function EditItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  return (
    <FormModal
      machine={useMachines().forms.item}
      title={t(title)}
      id={item.id}
      fields={fieldsOf(ItemUpdate, editFields)}
      values={{ ...item.details, description: item.description }}
      onDone={onDone}
    />
  );
}

const dateFields: FieldSpec[] = [{ name: 'date', type: 'datetime', label: 'gameDate', required: true }];

/** Form for another date, while the old one has not passed. */
function RescheduleItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  const { forms } = useMachines();
  const showSuccess = useShowSuccess();
  return (
    <FormModal
      machine={forms.item}
      title={t('moveDate')}
      id={item.id}
      fields={dateFields}
      values={{ date: item.date }}
      intro={<p>{t('moveDateWhat')}</p>}
      onDone={({ outcome }) => {
        if (outcome === 'saved') showSuccess();
        onDone();
      }}
    />
  );
}
