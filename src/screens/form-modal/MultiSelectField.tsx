import { useActorRef, useSelector } from '@xstate/react';
import { ChevronDown, X } from 'lucide-react';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import { multiSelect, type MultiSelectValue } from '#machines/multi-select.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines, type ListMachines } from '#screens/app-context.tsx';
import { useList } from '#screens/use-list.ts';
import { Field, type FieldProps } from '#ui/form/Field.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { MultiSelectSheet } from './MultiSelectSheet.tsx';
import * as css from './MultiSelectField.css.ts';

type Props = FieldProps & {
  /** Also the title of its sheet. */
  label: string;
  /** Model whose rows are offered. */
  model: string;
  multiple?: boolean;
  /** Allows a free-text answer. */
  other?: boolean;
  required?: boolean;
  disabled?: boolean;
  value: MultiSelectValue;
  /** League whose rows are offered; null for all. */
  league: number | null;
  /** Item whose options are offered. */
  item?: number;
  /** A row that is not offered. */
  exceptId?: number | undefined;
  onChange: (picked: MultiSelectValue) => void;
};

/** A field that holds rows of a model; the rows open in a sheet. */
export function MultiSelectField({ model, multiple = false, value, league, onChange, ...props }: Props) {
  const t = useT();
  const { required = false, disabled = false, other: mayWrite = false, item, exceptId, ...field } = props;
  const list = useOptionList(model, league, item);
  const picker = useActorRef(multiSelect, { input: { required } });
  const open = useSelector(picker, (snapshot) => snapshot.hasTag('open'));
  useEmitted(picker, 'selected', ({ ids, other: words }) => onChange({ ids, other: words }));
  const names = value.ids.flatMap((id) => list.rows.find((row) => row.id === id)?.name ?? []);
  const known = [...names, ...(value.other === null ? [] : [value.other])].join(', ');
  const count = value.ids.length + (value.other === null ? 0 : 1);
  return (
    <Field {...field} optional={!required}>
      {({ id, describedBy, invalid }) => (
        <div className={css.field}>
          <button
            id={id}
            type="button"
            className={css.openButton}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            data-invalid={invalid ? '' : undefined}
            disabled={disabled}
            data-empty={count === 0 ? '' : undefined}
            onClick={() => picker.send({ type: 'select.open', ...value })}
          >
            <bdi>{names.length < value.ids.length || count === 0 ? t('chosenCount', { count }) : known}</bdi>
            <ChevronDown size={20} />
          </button>
          {!required && count > 0 && !disabled && (
            <IconButton label={t('clear')} size="small" onClick={() => onChange({ ids: [], other: null })}>
              <X size={18} />
            </IconButton>
          )}
          {open && (
            <MultiSelectSheet
              picker={picker}
              list={{ ...list, rows: list.rows.filter(({ id: it }) => it !== exceptId) }}
              title={field.label}
              multiple={multiple}
              mayWrite={mayWrite}
              teams={model === 'option' || model === 'itemoption'}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** The list of a model's rows; all of them have `name` and `image`. */
function useOptionList(model: string, league: number | null, item?: number) {
  const { lists } = useMachines();
  const section = league === null ? {} : { section: league };
  const onSection = league === null ? {} : { onSectionOnly: league };
  const known = {
    member: [lists.members, onSection],
    clan: [lists.groups, {}],
    section: [lists.leagues, { mine: true }],
    option: [lists.options, section],
    itemoption: [lists.itemOptions, { item }],
  } as const;
  if (!Object.hasOwn(known, model)) throw new Error(`no list to pick a ${model} from`);
  /* oxlint-disable typescript/no-unsafe-type-assertion -- a hook takes one type of list; the rows of all of these have a name and a picture */
  const [machine, filters] = known[model as keyof typeof known];
  const { limit, nextLimit } = limits.picker;
  return useList(machine as ListMachines['members'], {
    filters: filters as { section?: number },
    limit,
    nextLimit,
  });
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}
