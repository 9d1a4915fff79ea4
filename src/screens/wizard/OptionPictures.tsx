import { ChevronDown } from 'lucide-react';
import type { SingleOption } from '#domain/wizard/option-pairs.ts';
import { summaryOf } from '#domain/wizard/game-draft.ts';
import { useT } from '#i18n/react.tsx';
import { PictureUpload } from '#screens/upload/PictureUpload.tsx';
import { useDraft, type WizardProps } from './wizard-hooks.ts';
import * as css from './wizard.css.ts';

/** Pictures of the options that the caller may change: their own ones, for staff all. */
export function OptionPictures({ actor }: WizardProps) {
  const t = useT();
  const draft = useDraft(actor);
  const { options } = summaryOf(draft);
  const all: readonly SingleOption[] = [
    ...options.flatMap((face) => face.pair ?? [face]),
    ...(draft.unpaired ? [draft.unpaired] : []),
  ];
  const mine = all.filter((one, at) => one.is_staff && all.findIndex(({ id }) => id === one.id) === at);
  if (mine.length === 0) return null;
  return (
    <details className={css.collapsible}>
      <summary className={css.summaryRow}>
        {t('optionPictures')}
        <ChevronDown size={18} className={css.chevron} />
      </summary>
      <ul className={css.collapsibleBody}>
        {mine.map(({ id, name, image }) => (
          <li key={id} className={css.optionPicture}>
            <bdi>{name}</bdi>
            <PictureUpload
              model="option"
              id={id}
              name={name}
              image={image}
              onUploaded={({ imagefullurl }) =>
                actor.send({ type: 'option.pictureChanged', option: id, image: imagefullurl })
              }
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
