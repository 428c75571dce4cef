import { ArrowUp } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Icon } from '../primitives/icon/icon.tsx'
import { ColumnsPanel } from './columns/columns-panel.tsx'
import { exportColumns, toTsv } from './export/csv.ts'
import { ExportMenu } from './export/export-menu.tsx'
import type { DataTableProps, DataTableStatus } from './state/data-table-props.ts'
import type { TableModel } from './state/use-table.ts'
import { DensityMenu } from './view/density-menu.tsx'

interface TableToolbarProps<Row> {
  table: TableModel<Row>
  props: DataTableProps<Row>
  status: DataTableStatus
  cards: boolean
}

/** The bar above the header: result count, new rows, density, columns and export. */
export function TableToolbar<Row>({ table, props, status, cards }: TableToolbarProps<Row>) {
  const {
    label,
    columns,
    newCount = 0,
    onShowNew,
    toolbar,
    actions,
    columnChooser = true,
    densityChooser = false,
    exportName,
    exportRows,
  } = props
  const { rows, lines, view } = table
  const body = table.grid.body
  const orderedRows = () =>
    Array.from({ length: lines.count }, (_, line) => lines.at(line)).flatMap(line =>
      line?.kind === 'row' ? (rows[line.row] ?? []) : [],
    )
  const shown = body.map(({ column }) => column)
  return (
    <div
      data-slot="data-table-toolbar"
      className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-2 px-(--dt-gutter) text-sm"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2">
        {toolbar ??
          (table.client && status !== 'loading' && status !== 'error' && status !== 'noAccess' ? (
            <span className="font-medium">
              {table.shownCount === rows.length ? (
                <FormattedMessage id="DesignSystem.DataTable.RowsShown" values={{ count: rows.length }} />
              ) : (
                <FormattedMessage
                  id="DesignSystem.DataTable.Filtered"
                  values={{ count: table.shownCount, total: rows.length }}
                />
              )}
            </span>
          ) : null)}
        {newCount > 0 ? (
          <button
            type="button"
            className="flex h-control-sm shrink-0 items-center gap-1 rounded-control border border-transparent bg-accent-subtle px-2 text-xs font-medium text-accent-text focus-ring hover:border-accent-border"
            onClick={onShowNew}
          >
            <Icon icon={ArrowUp} size={12} />
            <FormattedMessage id="DesignSystem.DataTable.NewRows" values={{ count: newCount }} />
          </button>
        ) : null}
      </div>
      <div className="-me-2 flex items-center gap-1">
        {densityChooser && !cards ? (
          <DensityMenu value={view.density} onValueChange={table.actions.setDensity} />
        ) : null}
        {columnChooser ? <ColumnsPanel columns={columns} actions={table.actions} /> : null}
        {exportName === undefined ? null : (
          <ExportMenu
            title={label ?? exportName}
            name={exportName}
            columns={exportColumns(shown, columns, table.actions.labelOf)}
            source={() => exportRows?.() ?? orderedRows()}
            formatted={() => {
              const texts = orderedRows().map(row => shown.map(column => column.text(row, table.format)))
              return { text: toTsv([shown.map(table.actions.labelOf), ...texts]), rows: texts.length }
            }}
          />
        )}
        {actions}
      </div>
    </div>
  )
}
