import { isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { useI18n } from '#i18n/react.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Checkbox, Switch } from '#ui/form/Switch.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { MultiSelectField } from './MultiSelectField.tsx';
import { DateTimeField } from './DateTimeField.tsx';

type Props = {
  field: FieldSpec;
  value: unknown;
  /** A complete sentence. */
  error: string | null;
  filters: { readonly section?: number; readonly item?: number };
  /** Focused when the form opens. */
  first: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
};

const inputText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** One field of a form, rendered by its type. */
export function FormField({ field, value, error, filters, first, onChange, onBlur }: Props) {
  const { tName } = useI18n();
  const label = tName(field.label);
  const fieldProps = { label, error, optional: !field.required };
  const textProps = {
    ...fieldProps,
    name: field.name,
    value: inputText(value),
    onChange,
    onBlur,
    autoFocus: first,
    maxLength: field.maxLength,
    placeholder: field.placeholder && tName(field.placeholder),
  };

  switch (field.type) {
    case 'text':
      return <TextField {...textProps} />;
    case 'textarea':
      return <TextArea {...textProps} rows={field.rows} />;
    case 'number':
      return (
        <NumberField
          label={label}
          error={error}
          value={isEmpty(value) ? null : Number(value)}
          onChange={(number) => onChange(number ?? '')}
          min={field.min}
          max={field.max}
        />
      );
    case 'checkbox':
      return <Checkbox label={label} checked={value === true} onChange={onChange} />;
    case 'boolean':
      return <Switch label={label} checked={value === true} onChange={onChange} />;
    case 'select': {
      const choices = field.choices ?? [];
      return (
        <Select
          {...fieldProps}
          value={inputText(value)}
          options={choices.map((choice) => ({
            value: String(choice.value),
            label: tName(choice.label),
          }))}
          // Keeps a numeric choice a number.
          onChange={(chosen) =>
            onChange(choices.find((choice) => String(choice.value) === chosen)?.value ?? chosen)
          }
        />
      );
    }
    case 'datetime':
      return (
        <DateTimeField
          {...fieldProps}
          required={field.required}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(moment) => onChange(moment ?? '')}
        />
      );
    case 'modelscroll':
      return (
        <MultiSelectField
          label={label}
          error={error}
          model={field.model ?? ''}
          exceptId={field.exceptId}
          multiple={field.multiple === true}
          required={field.required}
          value={{ ids: [value].flat().filter((id) => typeof id === 'number'), other: null }}
          league={filters.section ?? null}
          {...(filters.item !== undefined && { item: filters.item })}
          onChange={({ ids }) => onChange(field.multiple ? ids : (ids[0] ?? null))}
        />
      );
  }
}
