import { useActorRef, useSelector } from '@xstate/react';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import { hasMore } from '#machines/paged-list.ts';
import { useMachines } from '#screens/kit.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ChoiceList } from '#ui/ChoiceList.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { Stack } from '#ui/layout.tsx';

type Props = {
  label: string;
  /** The model that is picked from. */
  model: string;
  multiple: boolean;
  value: unknown;
  filters: { readonly section?: number };
  error: string | null;
  onChange: (value: unknown) => void;
};

/** Picks one or more of a model's rows, by name, with search and more of them on demand. */
export function ModelScroll({ label, model, multiple, value, filters, error, onChange }: Props) {
  const t = useT();
  const { lists } = useMachines();
  // The lists a form may pick from have rows with a name and a picture in common.
  const machine = { member: lists.members, clan: lists.groups, section: lists.leagues }[model] as
    typeof lists.members | undefined;
  if (!machine) throw new Error(`no list to pick a ${model} from`);
  const list = useActorRef(machine, { input: { filters, limit: limits.picker.limit } });
  const rows = useSelector(list, ({ context }) => context.rows);
  const search = useSelector(list, ({ context }) => context.search);
  const more = useSelector(list, ({ context }) => hasMore(context));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const chosen = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number').map(String);

  return (
    <Stack gap="x3">
      <SearchField
        label={t('search')}
        value={search}
        busy={busy}
        onChange={(text) => list.send({ type: 'search.change', search: text })}
      />
      <ChoiceList
        label={label}
        multiple={multiple}
        value={chosen}
        error={error}
        onChange={(keys) => onChange(multiple ? keys.map(Number) : Number(keys[0]))}
        options={rows.map((row) => ({
          value: String(row.id),
          label: row.name,
          picture: <Avatar name={row.name} image={row.image} size="small" decorative />,
        }))}
      />
      {more && (
        <Button tone="quiet" size="small" busy={busy} onClick={() => list.send({ type: 'page.next' })}>
          {t('more')}
        </Button>
      )}
    </Stack>
  );
}
