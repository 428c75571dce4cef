import { Badge, createColumns, type DataColumn } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { FormattedMessage, type IntlShape } from 'react-intl'

const c = createColumns<CustomList>()
const tones = { activating: 'info', active: 'success', error: 'danger' } as const

/** Columns of the custom lists. */
export function customColumns(intl: IntlShape): DataColumn<CustomList>[] {
  const plain = { sortable: true, filter: false } as const
  return [
    c.custom('name', {
      ...plain,
      labelId: 'Common.Name',
      rowHeader: true,
      control: true,
      size: 220,
      value: row => row.name,
      cell: (row, { tabIndex }) => (
        <a
          href="#list"
          data-row-open=""
          tabIndex={tabIndex}
          className="truncate font-medium text-link hover:underline focus-ring"
          onClick={event => event.preventDefault()}
        >
          <bdi>{row.name}</bdi>
        </a>
      ),
    }),
    c.text('description', {
      ...plain,
      labelId: 'Common.Description',
      value: row => row.description,
      size: 260,
      secondary: true,
    }),
    c.text('source', {
      ...plain,
      labelId: 'Lists.Column.Source',
      value: row => intl.formatMessage({ id: `Lists.Source.${row.source}` }),
      size: 110,
      secondary: true,
      sortable: false,
    }),
    c.tags('columns', {
      filter: false,
      sortable: false,
      labelId: 'Lists.Column.Columns',
      value: row => row.columns,
      size: 220,
    }),
    c.number('rows', {
      ...plain,
      labelId: 'Lists.Column.Rows',
      value: row => (row.source === 'csv' ? row.rows : null),
      size: 96,
    }),
    c.custom('status', {
      ...plain,
      labelId: 'Common.Status',
      size: 112,
      value: row => row.status,
      text: row => intl.formatMessage({ id: `Lists.State.${row.status}` }),
      cell: row => (
        <Badge tone={tones[row.status]}>
          <FormattedMessage id={`Lists.State.${row.status}`} />
        </Badge>
      ),
    }),
    c.text('updatedBy', {
      ...plain,
      labelId: 'Lists.Column.UpdatedBy',
      value: row => row.updatedBy,
      size: 150,
      secondary: true,
    }),
    c.dateTime('updatedAt', { ...plain, labelId: 'Lists.Column.UpdatedAt', value: row => row.updatedAt }),
  ]
}
