import type { FormMark } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as form from '#ui/standings/RecentForm.css.ts';
import * as css from './FormPoints.css.ts';

export type FormStep = {
  readonly id: number;
  readonly name: string;
  readonly points: number;
  readonly mark: FormMark;
};

/** The last items in the given order, each with its points and a word for the outcome. */
export function FormPoints({ label, steps }: { label: string; steps: readonly FormStep[] }) {
  const { t, formatNumber } = useI18n();
  return (
    <ol className={form.marks} aria-label={label}>
      {steps.map(({ id, name, points, mark }) => (
        <li key={id} className={form.mark}>
          <span className={css.kinds[mark]} aria-hidden="true">
            {mark === 'none' ? '' : formatNumber(points)}
          </span>
          <VisuallyHidden>
            {name}: {t('points', { count: points })},{' '}
          </VisuallyHidden>
          <span className={form.word}>{t(mark === 'none' ? 'noBet' : mark)}</span>
        </li>
      ))}
    </ol>
  );
}
