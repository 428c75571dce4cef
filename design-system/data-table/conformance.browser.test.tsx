import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { DataTable, SavedViews, SimpleTable, TableMessage, createColumns } = layer
const nothing = () => undefined

interface Row {
  id: string
  name: string
}
const c = createColumns<Row>()
const columns = [
  {
    ...c.idLink('id', {
      label: '[Purchase]',
      value: row => row.id,
      href: () => '#row',
      sortable: true,
    }),
  },
  { ...c.text('name', { label: '[Customer]', value: row => row.name, sortable: true }) },
]
const rows = [
  { id: '[1]', name: '[Ada]' },
  { id: '[2]', name: '[Bo]' },
]
const idOf = (row: Row) => row.id

testLayerConformance(layer, {
  DataTable: {
    slot: 'data-table',
    render: root => (
      <DataTable
        label="[Rows]"
        columns={columns}
        rows={rows}
        getRowId={idOf}
        rowCount={9}
        processing="client"
        densityChooser
        exportName="rows"
        newCount={2}
        partialCount={2}
        defaultSelectedIds={new Set(['[1]'])}
        renderDetail={row => `[${row.name}]`}
        defaultExpandedIds={new Set(['[2]'])}
        rowActions={() => '[Act]'}
        footerStart="[2]"
        {...root}
      />
    ),
    allowed: /UTC|\d+/,
  },
  SavedViews: {
    slot: 'saved-views',
    render: root => (
      <SavedViews
        views={[
          { id: 'a', name: '[All]', state: 1 },
          { id: 'b', name: '[Mine]', state: 2, shared: true, default: true },
        ]}
        value="a"
        state={2}
        onValueChange={nothing}
        {...root}
      />
    ),
  },
  SimpleTable: {
    slot: 'simple-table',
    role: 'table',
    render: root => <SimpleTable label="[Rows]" columns={columns} rows={rows} getRowId={idOf} {...root} />,
  },
  TableMessage: { slot: 'table-message', render: root => <TableMessage kind="error" onRetry={nothing} {...root} /> },
})
