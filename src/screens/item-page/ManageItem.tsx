import { CalendarClock, PencilLine } from 'lucide-react';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { lifecycleOf } from '#machines/item-lifecycle.ts';
import { useSheet } from '#screens/search-params.ts';
import { useServerNow } from '#screens/app-context.tsx';
import { RescheduleItem } from '#screens/results/RescheduleItem.tsx';
import { ResultActions } from '#screens/results/ResultActions.tsx';
import { ResultSheet } from '#screens/results/ResultSheet.tsx';
import { useResultEntry } from '#screens/results/use-result-entry.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { EditItem } from './EditItem.tsx';

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
      {sheet.name === 'words' && (
        <EditItem
          item={item}
          onDone={() => {
            onChanged();
            sheet.close();
          }}
        />
      )}
      {mayMove && sheet.name === 'date' && (
        <RescheduleItem
          item={item}
          onDone={() => {
            onChanged();
            sheet.close();
          }}
        />
      )}
    </>
  );
}
