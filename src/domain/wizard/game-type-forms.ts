import type * as v from 'valibot';
import { fieldsOf, isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { layouts } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { ItemRuleInput, ItemTypeInput } from '#contract/inputs.ts';
import { ruleTypes } from '#contract/models.ts';
import { modelRegistry } from '#contract/model-registry.ts';

/** Models whose rows a `modelscroll` rule can offer. */
const pickableModels = ['member', 'clan', 'section', 'option'] as const;

const whenType = (...types: readonly string[]) => ({ name: 'type', in: types });

/** Labels and choices of form fields that the schemas do not contain. */
const fieldOverrides: Readonly<Record<string, Partial<FieldSpec>>> = {
  itemTypeLayout: {
    choices: [
      { value: '', label: 'itemTypeShelf' },
      ...layouts.map((value) => ({ value, label: `layout.${value}` })),
    ],
  },
  itemRuleKey: { placeholder: 'itemRuleKeyPlaceholder' },
  itemRuleType: {
    choices: ruleTypes.map((value) => ({ value, label: `ruleType.${value}` })),
    required: true,
  },
};
const withOverrides = (fields: readonly FieldSpec[]) =>
  fields.map((field) => ({ ...field, ...fieldOverrides[field.label] }));

/** The form of a new game type. */
export const gameTypeFields: readonly FieldSpec[] = withOverrides(
  fieldsOf(ItemTypeInput, modelRegistry.itemtype.form.fields),
);

/** The form of a new rule: the model's own fields, and those of the chosen type of rule. */
export const gameRuleFields: readonly FieldSpec[] = [
  ...withOverrides(fieldsOf(ItemRuleInput, modelRegistry.itemrule.form.fields)),
  {
    name: 'choices',
    type: 'textarea',
    label: 'itemRuleChoices',
    placeholder: 'itemRuleChoicesPlaceholder',
    rows: 4,
    required: true,
    maxLength: limits.ruleText,
    when: whenType('select'),
  },
  {
    name: 'model',
    type: 'select',
    label: 'itemRuleModel',
    required: true,
    choices: pickableModels.map((value) => ({ value, label: `ruleModel.${value}` })),
    when: whenType('modelscroll'),
  },
  { name: 'other', type: 'boolean', label: 'itemRuleOther', required: false, when: whenType('modelscroll') },
  {
    name: 'value',
    type: 'text',
    label: 'itemRuleValue',
    required: false,
    maxLength: limits.ruleText,
    when: whenType('text', 'textarea', 'select'),
  },
  // A text field, since the form sends an empty number as 0.
  {
    name: 'value',
    type: 'text',
    label: 'itemRuleValue',
    required: false,
    maxLength: 9,
    when: whenType('number'),
  },
  { name: 'flag', type: 'boolean', label: 'itemRuleOn', required: false, when: whenType('boolean') },
];

type FormValues = Readonly<Record<string, unknown>>;

/** The rule's default, from the field that its type shows. */
function defaultValueOf({ type, value, flag }: FormValues) {
  if (type === 'boolean') return flag === true;
  if (isEmpty(value)) return null;
  return type === 'number' && Number.isFinite(Number(value)) ? Number(value) : String(value);
}

/** The non-empty lines of a text, without duplicates. */
const uniqueLines = (text: unknown) => [
  ...new Set(
    String(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** The request body of a rule, from the form's values. */
export function toRuleInput(values: FormValues): v.InferInput<typeof ItemRuleInput> {
  const { name, key, type, required, itemType, choices, model, other } = values;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a form holds is for the server to judge
  return {
    name,
    key,
    type,
    required,
    itemType,
    value: defaultValueOf(values),
    details: {
      ...(type === 'select' && { choices: uniqueLines(choices).map((value) => ({ value, title: value })) }),
      ...(type === 'modelscroll' && { model, other: other === true }),
    },
  } as v.InferInput<typeof ItemRuleInput>;
}
