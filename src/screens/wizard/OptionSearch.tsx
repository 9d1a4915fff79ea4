import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Option } from '#contract/models.ts';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { useT } from '#i18n/react.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { useBusy } from '#screens/actor-hooks.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import * as css from './wizard.css.ts';

type Props = {
  picker: ActorRefFrom<typeof optionPicker>;
  /** Selected options by id: their image may be newer than the search result's. */
  faces: Readonly<Record<string, Face>>;
  pressed: (option: Option) => boolean;
  onTap: (option: Option) => void;
};

type OptionFieldProps = Pick<Props, 'picker'> & {
  placeholder?: string;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Input for an option's name, to find it or to add it; Enter does so without waiting. */
export function OptionField({ picker, placeholder, ref }: OptionFieldProps) {
  const t = useT();
  const search = useSelector(picker, ({ context }) => context.search);
  const busy = useBusy(picker);
  return (
    <SearchField
      label={t('searchOrGuest')}
      placeholder={placeholder ?? t('searchOrGuest')}
      ref={ref}
      value={search}
      busy={busy}
      onChange={(text) => picker.send({ type: 'search.change', search: text })}
      onEnter={() => picker.send({ type: 'name.enter' })}
    />
  );
}

/** Search results to tap, and a button to add an option that was not found. */
export function FoundOptions({ picker, faces, pressed, onTap }: Props) {
  const t = useT();
  const { search, options, more, failure, offersAll } = useSelector(picker, ({ context }) => context);
  const busy = useBusy(picker);
  const adding = useSelector(picker, (snapshot) => snapshot.hasTag('adding'));
  const failed = useSelector(picker, (snapshot) => snapshot.hasTag('failed'));
  const mayAdd = useSelector(picker, (snapshot) => snapshot.can({ type: 'option.add' }));
  const mayRetry = useSelector(picker, (snapshot) => snapshot.can({ type: 'search.retry' }));
  return (
    <>
      {failed && <FailureText failure={failure} look="body" />}
      {mayRetry && (
        <Button tone="quiet" size="small" onClick={() => picker.send({ type: 'search.retry' })}>
          {t('retry')}
        </Button>
      )}
      {offersAll && options.length === 0 && !busy && <p className={css.muted}>{t('noResults')}</p>}
      {(mayAdd || adding) && (
        <Button
          tone="quiet"
          icon={<Plus size={20} />}
          busy={adding}
          onClick={() => picker.send({ type: 'option.add' })}
        >
          {t('addIt')} "<bdi>{search.trim()}</bdi>"
        </Button>
      )}
      <ul className={css.optionGrid}>
        {options.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              className={css.optionButton}
              aria-pressed={pressed(option)}
              onClick={() => onTap(option)}
            >
              <Crest name={option.name} image={faces[option.id]?.image ?? option.image} />
              <bdi>{option.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.muted}>{t('searchForMore', { count: more })}</p>}
    </>
  );
}
