import type { ImportAttribute, ImportType } from '@assay/design-system'
import { findEntity, type UploadColumn, type UploadEntity } from '@assay/risk-service/upload-files'
import { type IntlShape, useIntl } from 'react-intl'

const types: Record<UploadColumn['type'], ImportType> = {
  string: 'text',
  int: 'integer',
  double: 'number',
  boolean: 'boolean',
  datetime: 'datetime',
  json: 'text',
}

/** What a value of an attribute has to be, as far as its type does not say it. */
function meaningOf(intl: IntlShape, { key, parent }: UploadEntity, column: UploadColumn): string {
  const { name, type, format, values, maxLength } = column
  const parts = [
    ...(key.includes(name) ? [intl.formatMessage({ id: 'Upload.Meaning.Key' })] : []),
    ...(parent !== undefined && name === key[0]
      ? [intl.formatMessage({ id: 'Upload.Meaning.Parent' }, { parent })]
      : []),
    ...(format === undefined ? [] : [intl.formatMessage({ id: `Upload.Kind.${format}` })]),
    ...(values === undefined
      ? []
      : [intl.formatMessage({ id: 'Upload.Meaning.Values' }, { values: intl.formatList(values, { type: 'unit' }) })]),
    ...(type === 'double' || type === 'json' || type === 'datetime' || type === 'boolean'
      ? [intl.formatMessage({ id: `Upload.Meaning.${type}` })]
      : []),
    ...(maxLength === undefined ? [] : [intl.formatMessage({ id: 'Upload.Meaning.Length' }, { count: maxLength })]),
  ]
  return parts.join(' · ')
}

/** The attributes of an entity, required ones first, in the order of the schema. */
export function useAttributes(entityName: string): readonly ImportAttribute[] {
  const intl = useIntl()
  const entity = findEntity(entityName)
  if (entity === undefined) return []
  return entity.columns
    .toSorted((one, other) => Number(one.requirement === undefined) - Number(other.requirement === undefined))
    .map(column => ({
      id: column.name,
      label: column.name,
      type: types[column.type],
      description: meaningOf(intl, entity, column),
      required: column.requirement !== undefined,
      // The preview, and the check of the whole file, say which values are invalid.
      fits: () => true,
    }))
}
