import { isEmpty } from '#contract/form-fields.ts';
import { limits } from '#contract/limits.ts';
import type { ItemRule } from '#contract/models.ts';
import { MultiSelectField } from '#screens/form-modal/MultiSelectField.tsx';
import { DateTimeField } from '#screens/form-modal/DateTimeField.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';

export type RuleValue = number | string | boolean | null;

type Props = {
  rule: ItemRule;
  value: RuleValue;
  /** A complete sentence. */
  error: string | null;
  /** League whose members are offered. */
  league: number | null;
  onChange: (value: RuleValue) => void;
  onBlur: () => void;
};

/** One rule of a game type; its label, hint and limits are the type's own. */
export function RuleField({ rule, value, error, league, onChange, onBlur }: Props) {
  const { name: label, details } = rule;
  const text = typeof value === 'string' ? value : '';
  const fieldProps = { label, error, hint: details.hint, optional: !rule.required };
  const textProps = {
    ...fieldProps,
    value: text,
    disabled: rule.readonly,
    maxLength: rule.maxlength ?? limits.ruleText,
    onChange,
    onBlur,
  };

  switch (rule.type) {
    case 'text':
      return <TextField {...textProps} />;
    case 'textarea':
      return <TextArea {...textProps} rows={3} />;
    case 'number':
      return (
        <NumberField
          label={label}
          error={error}
          hint={details.hint}
          value={isEmpty(value) ? null : Number(value)}
          min={details.min ?? 0}
          max={details.max ?? limits.ruleNumber}
          disabled={rule.readonly}
          onChange={onChange}
        />
      );
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          disabled={rule.readonly}
          onChange={onChange}
          hint={details.hint}
        />
      );
    case 'select': {
      const choices = details.choices ?? [];
      return (
        <ChoiceList
          label={label}
          error={error}
          value={isEmpty(value) ? [] : [String(value)]}
          options={choices.map((choice) => ({
            value: String(choice.value),
            label: choice.title,
            disabled: rule.readonly,
          }))}
          // Keeps a numeric choice a number.
          onChange={([key]) =>
            onChange(choices.find((choice) => String(choice.value) === key)?.value ?? null)
          }
        />
      );
    }
    case 'datetime':
      return (
        <DateTimeField
          {...fieldProps}
          required={rule.required}
          disabled={rule.readonly}
          value={text || null}
          onChange={onChange}
        />
      );
    case 'modelscroll':
      return (
        <MultiSelectField
          {...fieldProps}
          model={details.model ?? 'member'}
          other={details.other === true}
          required={rule.required}
          disabled={rule.readonly}
          value={{ ids: typeof value === 'number' ? [value] : [], other: text || null }}
          league={league}
          onChange={({ ids, other }) => onChange(ids[0] ?? other)}
        />
      );
  }
}
