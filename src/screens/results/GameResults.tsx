import { Goal } from 'lucide-react';
import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { ResultInput, type Item, type Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { sidesOf } from '#screens/item-card/item-display.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useShowSuccess } from '#screens/use-success.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { isOptionResult } from './result-step.ts';

/**
 * Fields of the result form for an item: goals, or the winning options. Null for layouts that it does not
 * support.
 */
const resultFieldsOf = (item: Item): FieldSpec[] | null => {
  if (item.type === 'home/away') return fieldsOf(ResultInput, ['home', 'away']);
  return isOptionResult(item) ? fieldsOf(ResultInput, ['options']) : null;
};

const awaitsResult = (item: Item) =>
  (item.status === 'open' || item.status === 'started') && resultFieldsOf(item);

/** For staff: enters the results of several items without opening each page. */
export function GameResults({ post, onChanged }: { post: Post; onChanged: () => void }) {
  const t = useT();
  const sheet = useSheet();
  const waiting = post.items_data.filter(awaitsResult);
  if (!post.is_staff || waiting.length === 0) return null;
  const item = waiting.find(({ id }) => id === sheet.of);
  return (
    <>
      <Button full tone="quiet" icon={<Goal />} onClick={() => sheet.open('result')}>
        {t('enterResults')}
      </Button>
      {sheet.name === 'result' && !item && (
        <Sheet open title={t('resultOf')} onClose={sheet.close}>
          <Stack gap="x2">
            {waiting.map(({ id, name }) => (
              <Button key={id} full tone="quiet" onClick={() => sheet.open('result', id)}>
                <bdi>{name}</bdi>
              </Button>
            ))}
          </Stack>
        </Sheet>
      )}
      {sheet.name === 'result' && item && (
        <ItemResultForm
          key={item.id}
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

function ItemResultForm({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  const { forms } = useMachines();
  const showSuccess = useShowSuccess();
  const sides = sidesOf(item);
  return (
    <FormModal
      machine={forms.result}
      title={item.name}
      id={item.id}
      fields={resultFieldsOf(item) ?? []}
      filters={{ item: item.id }}
      intro={
        sides ? (
          <p>
            {t('home')}: <bdi>{sides[0].name}</bdi> · {t('away')}: <bdi>{sides[1].name}</bdi>
            <br />
            {t('result90')}
          </p>
        ) : (
          <p>{t('resultPick')}</p>
        )
      }
      onDone={({ outcome }) => {
        if (outcome === 'saved') showSuccess();
        onDone();
      }}
    />
  );
}
