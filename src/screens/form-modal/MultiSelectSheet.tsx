import { useSelector } from '@xstate/react';
import type { UIEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import type { multiSelect } from '#machines/multi-select.ts';
import type { Member } from '#contract/models.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import type { List } from '#screens/use-list.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import * as css from './MultiSelectField.css.ts';

/** Key of the free-text choice. */
const otherKey = 'other';

type Props = {
  picker: ActorRefFrom<typeof multiSelect>;
  /** Any list whose rows have a name and an image; groups and leagues have members too. */
  list: List<Pick<Member, 'id' | 'name' | 'image'> & { readonly users?: number }>;
  title: string;
  multiple: boolean;
  /** Allows a free-text answer. */
  mayWrite: boolean;
  /** Rows are teams: crests instead of avatars. */
  teams: boolean;
};

/** The sheet of a multi-select: rows found by name, loaded while scrolling. */
export function MultiSelectSheet({ picker, list, title, multiple, mayWrite, teams }: Props) {
  const t = useT();
  const { ids, other: words } = useSelector(picker, ({ context }) => context);
  const mayProceed = useSelector(picker, (snapshot) => snapshot.can({ type: 'select.confirm' }));
  const { rows, busy, failure } = list;
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < limits.picker.threshold) list.loadMore();
  };
  const picture = (name: string, image: string | null) =>
    teams ? (
      <Crest name={name} image={image} size="small" />
    ) : (
      <Avatar name={name} image={image} size="small" decorative />
    );
  return (
    <Sheet
      open
      title={title}
      onClose={() => picker.send({ type: 'select.close' })}
      footer={
        <Button full disabled={!mayProceed} onClick={() => picker.send({ type: 'select.confirm' })}>
          {t('proceed')}
        </Button>
      }
    >
      <BackLayer onBack={() => picker.send({ type: 'select.close' })} />
      <div className={css.sheet}>
        <SearchField label={t('search')} value={list.search} busy={busy} onChange={list.setSearch} />
        <div className={css.rows} onScroll={onScroll}>
          {rows.length === 0 && !busy && !failure && <p>{t('noResults')}</p>}
          <ChoiceList
            label={title}
            hideLabel
            multiple={multiple}
            value={[...ids.map(String), ...(words === null ? [] : [otherKey])]}
            onChange={(keys) =>
              picker.send({
                type: 'selection.change',
                ids: keys.filter((key) => key !== otherKey).map(Number),
                other: keys.includes(otherKey),
              })
            }
            options={[
              ...rows.map((row) => ({
                value: String(row.id),
                label: row.name,
                picture: picture(row.name, row.image),
                ...(row.users !== undefined && { note: t('members', { count: row.users }) }),
              })),
              ...(mayWrite ? [{ value: otherKey, label: t('other') }] : []),
            ]}
          />
          {failure && <LoadError failure={failure} onRetry={list.retry} />}
          {!failure && <MoreButton list={list} busy={busy} size="small" />}
        </div>
        {words !== null && (
          <TextField
            label={t('other')}
            value={words}
            maxLength={limits.name.option}
            autoFocus
            onChange={(text) => picker.send({ type: 'other.change', text })}
            onEnter={() => picker.send({ type: 'select.confirm' })}
          />
        )}
      </div>
    </Sheet>
  );
}
