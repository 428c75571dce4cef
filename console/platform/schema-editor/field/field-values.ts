import {
  type CustomField,
  type CustomFieldType,
  countFields,
  fieldNamePattern,
  isValueOfType,
  schemaLimits,
} from '@assay/risk-service/contract/assessment-schemas'

/** A custom field as its dialog edits it: the sample value is a text. */
export interface FieldValues {
  name: string
  friendlyName: string
  type: CustomFieldType
  sample: string
  required: boolean
  searchable: boolean
}
export type FieldErrors = Partial<Record<keyof FieldValues | 'form', string>>

export const emptyField: FieldValues = {
  name: '',
  friendlyName: '',
  type: 'String',
  sample: '',
  required: false,
  searchable: false,
}

/** The sample value of a field as text; an array as JSON. */
export function sampleText({ sample }: Pick<CustomField, 'sample'>): string {
  if (sample === undefined) return ''
  return typeof sample === 'string' ? sample : JSON.stringify(sample)
}

/** The value that a text stands for in a field of this type; undefined: no value of the type. */
function parseSample(type: CustomFieldType, text: string): unknown {
  let value: unknown = text
  if (type === 'Integer' || type === 'Double' || type === 'Boolean' || type === 'Array')
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
  return isValueOfType(type, value) ? value : undefined
}

export const valuesOfField = (field: CustomField): FieldValues => ({
  name: field.name,
  friendlyName: field.friendlyName ?? '',
  type: field.type,
  sample: sampleText(field),
  required: field.required ?? false,
  searchable: field.searchable ?? false,
})

/** Of `values`; the fields inside an object stay. */
export function fieldOfValues(values: FieldValues, previous?: CustomField): CustomField {
  const friendlyName = values.friendlyName.trim()
  const isObject = values.type === 'Object'
  const text = values.type === 'String' ? values.sample : values.sample.trim()
  const sample = text === '' || isObject ? undefined : parseSample(values.type, text)
  return {
    name: values.name.trim(),
    type: values.type,
    ...(friendlyName === '' ? {} : { friendlyName }),
    ...(sample === undefined ? {} : { sample }),
    ...(values.required ? { required: true } : {}),
    ...(values.searchable && !isObject ? { searchable: true } : {}),
    ...(isObject ? { fields: previous?.fields ?? [] } : {}),
  }
}

/** Where a field is or will be: what else is there. */
export interface FieldSurroundings {
  /** Fields of the same object, without the field itself. */
  siblings: readonly CustomField[]
  /** The field as it is; undefined: a new one. */
  previous?: CustomField | undefined
  /** All custom fields. */
  all: readonly CustomField[]
}

/** Ids of messages about what is wrong, by field of the dialog. */
export function findFieldErrors(values: FieldValues, { siblings, previous, all }: FieldSurroundings): FieldErrors {
  const errors: FieldErrors = {}
  const name = values.name.trim()
  if (!fieldNamePattern.test(name)) errors.name = 'Schema.Error.name'
  else if (siblings.some(each => each.name === name)) errors.name = 'Schema.Error.nameTaken'
  if (values.friendlyName.trim().length > schemaLimits.friendlyName) errors.friendlyName = 'Schema.Error.friendlyName'
  const text = values.type === 'String' ? values.sample : values.sample.trim()
  if (values.type !== 'Object' && text !== '') {
    if (parseSample(values.type, text) === undefined) errors.sample = `Schema.Sample.${values.type}`
    else if (text.length > schemaLimits.sample) errors.sample = 'Schema.Error.sampleLong'
  }
  if (previous && (previous.fields ?? []).length > 0 && values.type !== 'Object') errors.type = 'Schema.Error.inner'
  if (!previous && countFields(all) >= schemaLimits.fields) errors.form = 'Schema.Error.count'
  return errors
}
