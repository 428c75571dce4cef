import { createColumns, type DataColumn } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

const c = createColumns<Template>()

/** Columns of the library. */
export function templateColumns(intl: IntlShape): DataColumn<Template>[] {
  const plain = { sortable: true, filter: false } as const
  return [
    c.text('name', {
      ...plain,
      labelId: 'Common.Name',
      rowHeader: true,
      value: row => row.name,
      size: 220,
    }),
    c.text('kind', {
      ...plain,
      labelId: 'Templates.Column.Kind',
      value: row => intl.formatMessage({ id: `Templates.Kind.${row.kind}` }),
      size: 120,
    }),
    c.text('description', {
      ...plain,
      labelId: 'Common.Description',
      value: row => row.description,
      size: 280,
      secondary: true,
    }),
    c.text('source', {
      ...plain,
      labelId: 'Templates.Column.Source',
      value: row => row.source,
      size: 200,
      secondary: true,
    }),
    c.text('createdBy', {
      ...plain,
      labelId: 'Templates.Column.CreatedBy',
      value: row => row.createdBy,
      size: 150,
      secondary: true,
    }),
    c.dateTime('createdAt', { ...plain, labelId: 'Templates.Column.CreatedAt', value: row => row.createdAt }),
  ]
}
