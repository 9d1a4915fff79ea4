import type * as v from 'valibot';
import { fieldsOf, isEmpty, type FieldSpec } from './fields.ts';
import { layouts } from './item-types.ts';
import { limits } from './limits.ts';
import { ItemRuleInput, ItemTypeInput, ruleTypes } from './models.ts';
import { registry } from './registry.ts';

/** What a rule may be picked from, by the list's model. */
const pickedModels = ['member', 'clan', 'section', 'option'] as const;

const only = (...types: readonly string[]) => ({ name: 'type', in: types });

/** What only those who make types see of their fields. */
const hints: Readonly<Record<string, Partial<FieldSpec>>> = {
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
const hinted = (fields: readonly FieldSpec[]) => fields.map((field) => ({ ...field, ...hints[field.label] }));

/** The form of a new game type. */
export const typeFields: readonly FieldSpec[] = hinted(
  fieldsOf(ItemTypeInput, registry.itemtype.form.fields),
);

/** The form of a new rule: the model's own fields, and what a rule of the chosen kind needs besides. */
export const ruleFields: readonly FieldSpec[] = [
  ...hinted(fieldsOf(ItemRuleInput, registry.itemrule.form.fields)),
  {
    name: 'choices',
    type: 'textarea',
    label: 'itemRuleChoices',
    placeholder: 'itemRuleChoicesPlaceholder',
    rows: 4,
    required: true,
    maxLength: limits.ruleText,
    when: only('select'),
  },
  {
    name: 'model',
    type: 'select',
    label: 'itemRuleModel',
    required: true,
    choices: pickedModels.map((value) => ({ value, label: `ruleModel.${value}` })),
    when: only('modelscroll'),
  },
  { name: 'other', type: 'boolean', label: 'itemRuleOther', required: false, when: only('modelscroll') },
  {
    name: 'text',
    type: 'text',
    label: 'itemRuleValue',
    required: false,
    maxLength: limits.ruleText,
    when: only('text', 'textarea', 'select'),
  },
  // Text, so that none stays none: an empty number would be 0.
  {
    name: 'number',
    type: 'text',
    label: 'itemRuleValue',
    required: false,
    maxLength: 9,
    when: only('number'),
  },
  { name: 'flag', type: 'boolean', label: 'itemRuleOn', required: false, when: only('boolean') },
];

type Values = Readonly<Record<string, unknown>>;

/** The value of whichever field was asked; the others are not there. */
function valueOf({ type, text, number, flag }: Values) {
  if (type === 'boolean') return flag === true;
  const value = type === 'number' ? number : text;
  if (isEmpty(value)) return null;
  return type === 'number' && Number.isFinite(Number(value)) ? Number(value) : String(value);
}

/** A choice a line, each once. */
const linesOf = (text: unknown) => [
  ...new Set(
    String(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** What the form's values make: a rule as it is sent. */
export function ruleOf(values: Values): v.InferInput<typeof ItemRuleInput> {
  const { name, key, type, required, itemType, choices, model, other } = values;
  return {
    name,
    key,
    type,
    required,
    itemType,
    value: valueOf(values),
    details: {
      ...(type === 'select' && { choices: linesOf(choices).map((value) => ({ value, title: value })) }),
      ...(type === 'modelscroll' && { model, other: other === true }),
    },
  } as v.InferInput<typeof ItemRuleInput>;
}
