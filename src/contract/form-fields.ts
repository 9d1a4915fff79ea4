import * as v from 'valibot';
import { visibleText } from './text.ts';

/** The field types of data-driven forms (spec §3, generic model). */
export type FieldType =
  | 'text'
  | 'textarea'
  | 'checkbox'
  | 'number'
  | 'datetime'
  | 'select'
  | 'modelscroll'
  | 'boolean';

/** One field of a data-driven form. `label` and `placeholder` are message keys. */
export type FieldSpec = {
  name: string;
  type: FieldType;
  label: string;
  placeholder?: string;
  required: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  rows?: number;
  /** `select`: the choices; `label` is a message key or a plain name. */
  choices?: readonly { value: string | number; label: string }[];
  /** `modelscroll`: the model to pick rows of, and whether several may be picked. */
  model?: string;
  multiple?: boolean;
  /** `modelscroll`: a row that is not offered. */
  exceptId?: number | undefined;
  /** The field is visible only while the field `name` has one of the values `in`. */
  when?: { readonly name: string; readonly in: readonly unknown[] };
};

/** Form metadata of a schema; lengths and bounds come from the schema's own checks. */
export type FormHints = Partial<
  Pick<FieldSpec, 'type' | 'label' | 'placeholder' | 'rows' | 'choices' | 'model' | 'multiple' | 'required'>
>;

/** Attaches form hints to a schema: `v.pipe(v.string(), v.maxLength(20), form({ label: 'leagueName' }))`. */
export function formField<T>(hints: FormHints): v.MetadataAction<T, FormHints & Record<string, unknown>> {
  return v.metadata({ ...hints });
}

type PipeItem = {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly PipeItem[];
};
type AnySchema = v.GenericSchema & { readonly wrapped?: AnySchema; readonly pipe?: readonly PipeItem[] };

/** The checks of a pipe, with those of nested pipes first. */
const checksOf = (pipe: readonly PipeItem[] = []): PipeItem[] =>
  pipe.flatMap((step) => (step.kind === 'schema' ? checksOf(step.pipe) : [step]));

const fieldTypes: Record<string, FieldType> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  picklist: 'select',
};

const isOptional = ({ type }: AnySchema) => type === 'optional' || type === 'nullable';
const unwrap = (schema: AnySchema): AnySchema =>
  isOptional(schema) && schema.wrapped ? unwrap(schema.wrapped) : schema;

function fieldOf(name: string, schema: AnySchema): FieldSpec {
  const inner = unwrap(schema);
  const hints = v.getMetadata(inner) as FormHints;
  const spec: FieldSpec = {
    name,
    type: fieldTypes[inner.type] ?? 'text',
    label: name,
    required: !isOptional(schema),
    ...hints,
  };
  for (const step of checksOf(inner.pipe)) {
    if (typeof step.requirement !== 'number') continue;
    if (step.type === 'max_length') spec.maxLength = step.requirement;
    if (step.type === 'min_value') spec.min = step.requirement;
    if (step.type === 'max_value') spec.max = step.requirement;
  }
  return spec;
}

/** The fields of a form, in the order of `names`, derived from the object schema that the server validates with. */
export function fieldsOf(
  schema: { readonly entries: v.ObjectEntries },
  names: readonly string[],
): FieldSpec[] {
  return names.map((name) => {
    const entry = schema.entries[name];
    if (!entry) throw new Error(`no field ${name} in this model`);
    return fieldOf(name, entry);
  });
}

/** The fields that are visible with these values. */
export const visibleFields = (
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>>,
): FieldSpec[] => fields.filter(({ when }) => !when || when.in.includes(values[when.name]));

const textTypes = new Set<FieldType>(['text', 'textarea', 'datetime', 'select']);

/**
 * Whether a field is empty: null, undefined, text without visible characters, or an empty list. Zero and false are not empty.
 */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && visibleText(value) === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The initial value of a field without a stored one. */
export function emptyValueOf(field: FieldSpec): unknown {
  if (textTypes.has(field.type) || field.type === 'number') return '';
  if (field.type === 'modelscroll') return field.multiple ? [] : null;
  return false;
}
