import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { MoreButton } from '#screens/MoreButton.tsx';
import type { List } from '#screens/use-list.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { passFocusOn } from '#ui/primitives/pass-focus-on.ts';
import * as css from './StaffScreen.css.ts';

type Props<Row extends { readonly id: number }> = {
  label: string;
  list: List<Row>;
  /** Content of a row: its texts and buttons. */
  children: (row: Row) => ReactNode;
};

/** A plain list of a model's rows for staff. */
export function StaffList<Row extends { readonly id: number }>({ label, list, children }: Props<Row>) {
  const t = useT();
  const { rows, loading, busy, failure } = list;
  return (
    <>
      {loading && <Skeleton shape="row" count={3} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!busy && !failure && rows.length === 0 && <p className={css.quiet}>{t('noTypesYet')}</p>}
      <ul ref={passFocusOn} className={css.list} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={css.row}>
            {children(row)}
          </li>
        ))}
      </ul>
      {!failure && <MoreButton list={list} busy={busy} full />}
    </>
  );
}

/** A row's name, and a note beside it. */
export function RowText({ name, note }: { name: ReactNode; note?: string | undefined }) {
  return (
    <span className={css.textColumn}>
      <bdi className={css.name}>{name}</bdi>
      {note && <span className={css.quiet}>{note}</span>}
    </span>
  );
}
