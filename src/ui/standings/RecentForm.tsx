import { useT } from '#i18n/react.tsx';
import * as css from './RecentForm.css.ts';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

export type RecentOutcome = {
  readonly id: number;
  readonly kind: keyof typeof css.kinds;
  /** Name of the item. */
  readonly name: string;
};

/** Recent outcomes in the given order: by shape and word, not by colour alone. */
export function RecentForm({ label, marks }: { label: string; marks: readonly RecentOutcome[] }) {
  const t = useT();
  return (
    <ol className={css.marks} aria-label={label}>
      {marks.map(({ id, kind, name }) => (
        <li key={id} className={css.mark}>
          <span className={css.kinds[kind]} aria-hidden="true">
            {kind === 'missed' ? <span className={css.dash} /> : <Geresh double={kind === 'exact'} />}
          </span>
          <VisuallyHidden>{name}: </VisuallyHidden>
          <span className={css.word}>{t(kind)}</span>
        </li>
      ))}
    </ol>
  );
}
