import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { gameTypeFields } from '#domain/wizard/game-type-forms.ts';
import { useT } from '#i18n/react.tsx';
import type { gameTypePicker } from '#machines/game-type-picker.ts';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useDraft, type WizardProps } from './wizard-hooks.ts';
import { TypeIcon } from './TypeIcon.tsx';
import * as css from './wizard.css.ts';

/** The tree of game types, one level at a time; the wizard's Back goes up. */
export function TypesSlide({ actor }: WizardProps) {
  const picker = useSelector(actor, ({ children }) => children.gameTypePicker);
  const { staff } = useDraft(actor);
  if (!picker) return <Skeleton shape="row" count={4} />;
  return (
    <>
      <TypeList key={picker.sessionId} picker={picker} />
      {staff && <NewType actor={actor} picker={picker} />}
    </>
  );
}

type PickerProps = { picker: ActorRefFrom<typeof gameTypePicker> };

function TypeList({ picker }: PickerProps) {
  const t = useT();
  const { types, chosen } = useSelector(picker, ({ context }) => context);
  const shown = useSelector(picker, (snapshot) => snapshot.hasTag('shown'));
  const busy = useBusy(picker);
  const failure = useFailure(picker);
  return (
    <>
      {failure && <LoadError failure={failure} onRetry={() => picker.send({ type: 'types.retry' })} />}
      {!shown && !failure && <Skeleton shape="row" count={4} />}
      {shown && types.length === 0 && <p className={css.muted}>{t('noTypesYet')}</p>}
      <ul className={css.types}>
        {types.map(({ id, name, image, description }) => (
          <li key={id}>
            <button
              type="button"
              className={css.type}
              aria-busy={(busy && chosen?.id === id) || undefined}
              onClick={() => picker.send({ type: 'type.choose', id })}
            >
              <TypeIcon name={name} image={image} />
              <bdi className={css.typeName}>{name}</bdi>
              {description && <bdi className={css.muted}>{description}</bdi>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** For staff: adds a game type or a category to this level. */
function NewType({ actor, picker }: WizardProps & PickerProps) {
  const t = useT();
  const sheet = useSheet();
  const { forms } = useMachines();
  const { path } = useDraft(actor);
  const shown = useSelector(picker, (snapshot) => snapshot.hasTag('shown'));
  // Rendered with the types, which would push it down.
  if (!shown) return null;
  return (
    <>
      <Button tone="quiet" icon={<Plus size={20} />} onClick={() => sheet.open('newItemType')}>
        {t('newItemType')}
      </Button>
      {sheet.name === 'newItemType' && (
        <FormModal
          machine={forms.itemType}
          title={t('newItemType')}
          fields={gameTypeFields}
          values={{ type: 'vote' }}
          fixedValues={{ parent: path.at(-1)?.id ?? null }}
          onDone={(end) => {
            if (end.outcome === 'saved') picker.send({ type: 'type.created', created: end.result });
            sheet.close();
          }}
        />
      )}
    </>
  );
}
