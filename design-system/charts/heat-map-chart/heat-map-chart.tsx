import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { useFormat } from '../../lib/format/index.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { finiteOrNull } from '../plot/numbers.ts'
import { summariseSeries } from '../plot/series-summary.ts'
import { type AxisOrder, type HeatScale, heatDomain, nextOrder, orderBy } from './heat.ts'
import { HeatGrid, HeatScaleBar } from './heat-grid.tsx'

export interface HeatAxisItem {
  id: string
  label: string
}

export interface HeatMapChartProps extends ChartBaseProps {
  /** The rows from top to bottom. */
  rows: readonly HeatAxisItem[]
  /** The columns in reading order. */
  columns: readonly HeatAxisItem[]
  /** One list for each row. A missing value is an empty cell. */
  values: readonly (readonly (number | null)[])[]
  /** Name of the counted quantity, for the read-out. */
  valueLabel: string
  /** Formats a value in its cell; by default an abbreviated count. */
  formatValue?: (value: number) => string
  /** Shades by value, or by distance from zero. */
  scale?: HeatScale
  /** Turns headers into buttons: a column sorts the rows by its values, a row the columns. */
  sortable?: boolean
  /** Opens the data behind a cell: by click or by Enter. */
  onCellOpen?: (cell: { row: HeatAxisItem; column: HeatAxisItem }) => void
}

interface AxisSorting {
  /** Id of the row or column that is sorted by. */
  by: string
  order: AxisOrder
}

const unsorted: AxisSorting = { by: '', order: 'given' }

/** Shows concentrations in a matrix: a value in each cell, and a colour that repeats it. */
export function HeatMapChart({
  rows,
  columns,
  values,
  valueLabel,
  formatValue,
  scale = 'value',
  sortable = false,
  onCellOpen,
  summary,
  height,
  ...frame
}: HeatMapChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  useUniqueIds('HeatMapChart', 'rows', rows)
  useUniqueIds('HeatMapChart', 'columns', columns)
  const [rowSort, setRowSort] = useState<AxisSorting>(unsorted)
  const [columnSort, setColumnSort] = useState<AxisSorting>(unsorted)
  const print = formatValue ?? format.compact
  const full = formatValue ?? ((value: number) => format.number(value))
  const valueAt = (row: number, column: number) => finiteOrNull(values[row]?.[column])
  const sortColumn = columns.findIndex(column => column.id === rowSort.by)
  const sortRow = rows.findIndex(row => row.id === columnSort.by)
  const rowOrder =
    sortColumn < 0
      ? rows.map((_, i) => i)
      : orderBy(
          rows.map((_, i) => valueAt(i, sortColumn)),
          rowSort.order,
        )
  const columnOrder =
    sortRow < 0
      ? columns.map((_, i) => i)
      : orderBy(
          columns.map((_, i) => valueAt(sortRow, i)),
          columnSort.order,
        )
  const domain = heatDomain(values, scale)
  const sort = (before: AxisSorting, set: (next: AxisSorting) => void, item: HeatAxisItem) => {
    const order = before.by === item.id ? nextOrder(before.order) : 'descending'
    set({ by: item.id, order })
    announce(intl.formatMessage({ id: 'DesignSystem.Chart.Heat.Sorted' }, { name: item.label, order }))
  }
  const place = (flat: number) =>
    intl.formatMessage(
      { id: 'DesignSystem.Chart.Heat.At' },
      {
        row: rows[Math.floor(flat / columns.length)]?.label ?? '',
        column: columns[flat % columns.length]?.label ?? '',
      },
    )
  const shape =
    columns.length === 0 ? null : summariseSeries(rows.flatMap((_, r) => columns.map((_column, c) => valueAt(r, c))))
  const parts =
    shape === null
      ? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Nothing' })
      : intl.formatMessage(
          { id: 'DesignSystem.Chart.Summary.Heat' },
          { high: full(shape.high), highAt: place(shape.highAt), low: full(shape.low), lowAt: place(shape.lowAt) },
        )
  const table: ChartTable = {
    head: intl.formatMessage({ id: 'DesignSystem.Chart.Item' }),
    columns: columnOrder.map(c => ({ key: String(c), label: columns[c]!.label, format: full })),
    rows: rowOrder.map(r => ({
      id: rows[r]!.id,
      name: rows[r]!.label,
      values: Object.fromEntries(columnOrder.map(c => [String(c), valueAt(r, c)])),
    })),
  }

  return (
    <ChartFrame
      {...frame}
      summary={
        summary ?? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Sentence' }, { title: frame.title, parts })
      }
      height={height ?? Math.max(96, rows.length * 28 + 40)}
      table={table}
      note={shape === null ? undefined : <HeatScaleBar low={print(domain.low)} high={print(domain.high)} />}
    >
      {({ summaryId, height: space, width }) => (
        <HeatGrid
          name={frame.title}
          describedBy={summaryId}
          height={space}
          width={width}
          rows={rowOrder.map(r => rows[r]!)}
          columns={columnOrder.map(c => columns[c]!)}
          cell={(r, c) => {
            const value = valueAt(rowOrder[r] ?? -1, columnOrder[c] ?? -1)
            return {
              value: value === null ? null : scale === 'magnitude' ? Math.abs(value) : value,
              text: formatOrDash(value, print),
              full: formatOrDash(value, full),
            }
          }}
          domain={domain}
          valueLabel={valueLabel}
          sortable={sortable}
          rowSort={rowSort}
          columnSort={columnSort}
          onRowSort={item => sort(rowSort, setRowSort, item)}
          onColumnSort={item => sort(columnSort, setColumnSort, item)}
          onCellOpen={onCellOpen}
        />
      )}
    </ChartFrame>
  )
}
