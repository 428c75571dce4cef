import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { finiteOrNull } from '../plot/numbers.ts'
import { type ChartSeries, type ChartTone, useForcedColors } from '../plot/series.ts'
import { summariseSeries } from '../plot/series-summary.ts'
import type { ChartUnit } from '../time/time-chart.ts'
import { BarPlot } from './bar-plot.tsx'
import { type BarItem, type BarSort, barRows } from './bars.ts'

export const barOrientations = ['inline', 'block'] as const

export interface BarChartProps extends ChartBaseProps {
  /** The bars, each with its label and value. */
  items: readonly BarItem[]
  /** Name of the counted quantity. */
  valueLabel: string
  /** `inline`: horizontal bars, for long names; `block`: vertical bars, for short ones. */
  orientation?: (typeof barOrientations)[number]
  /** Order of the bars. */
  sort?: BarSort
  /** Number of bars shown individually; the rest is added up as "Other". */
  top?: number
  /** Unit of the values: it chooses how they are written. */
  unit?: ChartUnit
  /** Colour of the bars, by what they count. */
  tone?: ChartTone
  /** Prints each value at the end of its bar. */
  valueLabels?: boolean
  /** The same items under another rule: a dashed line over vertical bars. */
  compare?: { label: string; values: Readonly<Record<string, number | null>> }
  /** Opens the data behind a bar: by click or by Enter. */
  onItemOpen?: (item: BarItem) => void
}

/** Compares the size of items: one bar each, from zero, largest first. */
export function BarChart({
  items,
  valueLabel,
  orientation = 'inline',
  sort = 'descending',
  top = Number.POSITIVE_INFINITY,
  unit = 'count',
  tone = 'series-1',
  valueLabels = false,
  compare,
  onItemOpen,
  summary,
  height,
  ...frame
}: BarChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const forced = useForcedColors()
  useUniqueIds('BarChart', 'items', items)
  const patternId = useId()
  const formatValue = (value: number) => (unit === 'share' ? format.percent(value) : format.number(value))
  const all = barRows(items, sort, top, '')
  // The bar of the rest prints the number of its items.
  const rows = all.map(row =>
    row.items > 1
      ? { ...row, label: intl.formatMessage({ id: 'DesignSystem.Chart.OtherItems' }, { count: row.items }) }
      : row,
  )
  const series: ChartSeries[] = [
    { key: 'value', label: valueLabel, tone },
    ...(compare ? [{ key: 'compare', label: compare.label, tone: 'series-5' as const }] : []),
  ]
  const compared = (id: string) => finiteOrNull(compare?.values[id])
  const table: ChartTable = {
    head: intl.formatMessage({ id: 'DesignSystem.Chart.Item' }),
    columns: series.map(({ key, label }) => ({ key, label, format: formatValue })),
    rows: rows.map(row => ({ id: row.id, name: row.label, values: { value: row.value, compare: compared(row.id) } })),
  }
  const single = rows.filter(row => row.items === 1)
  const shape = summariseSeries(single.map(row => row.value))
  const parts =
    shape === null
      ? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Nothing' })
      : intl.formatMessage(
          { id: 'DesignSystem.Chart.Summary.Bars' },
          {
            count: items.length,
            name: single[shape.highAt]?.label,
            high: formatValue(shape.high),
            least: single[shape.lowAt]?.label,
            low: formatValue(shape.low),
          },
        )
  // Horizontal bars have a fixed thickness: the chart grows with their number.
  const own = height ?? (orientation === 'inline' ? Math.max(96, rows.length * 28 + 36) : 240)

  return (
    <ChartFrame
      {...frame}
      summary={
        summary ?? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Sentence' }, { title: frame.title, parts })
      }
      series={compare ? series : []}
      kind={entry => (entry.key === 'compare' ? 'line' : 'fill')}
      height={own}
      table={table}
    >
      {space => (
        <BarPlot
          name={frame.title}
          space={space}
          rows={rows.map(row => ({
            ...row,
            text: formatOrDash(row.value, formatValue),
            compare: compared(row.id),
            lines: [
              { key: 'value', label: valueLabel, tone, value: formatOrDash(row.value, formatValue) },
              ...(compare
                ? [
                    {
                      key: 'compare',
                      label: compare.label,
                      tone: 'series-5' as const,
                      kind: 'line' as const,
                      value: formatOrDash(compared(row.id), formatValue),
                    },
                  ]
                : []),
            ],
          }))}
          orientation={orientation}
          tone={tone}
          pattern={forced ? patternId : null}
          valueLabels={valueLabels}
          integerTicks={unit === 'count'}
          axisText={value => (unit === 'share' ? format.percent(value, 0) : format.compact(value))}
          onOpen={
            onItemOpen
              ? index => {
                  const found = items.find(item => item.id === rows[index]?.id)
                  if (found) onItemOpen(found)
                }
              : undefined
          }
        />
      )}
    </ChartFrame>
  )
}
