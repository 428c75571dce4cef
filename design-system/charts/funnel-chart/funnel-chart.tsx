import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { BarPlot } from '../bar-chart/bar-plot.tsx'
import { type BarItem, funnelRows } from '../bar-chart/bars.ts'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { useForcedColors } from '../plot/series.ts'
import { summariseSeries } from '../plot/series-summary.ts'

export interface FunnelChartProps extends ChartBaseProps {
  /** Steps in their order. */
  steps: readonly BarItem[]
  /** Name of the counted quantity. */
  valueLabel: string
  /** Opens the data behind a step: by click or by Enter. */
  onStepOpen?: (step: BarItem) => void
}

const tone = 'series-1'

/** Shows at which step items are lost: one bar for each step, with its share of the step before and of the first. */
export function FunnelChart({ steps, valueLabel, onStepOpen, summary, height, ...frame }: FunnelChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const forced = useForcedColors()
  useUniqueIds('FunnelChart', 'steps', steps)
  const patternId = useId()
  const rows = funnelRows(steps)
  const count = (value: number) => format.number(Math.round(value))
  const rate = (value: number) => format.percent(value)
  const ofStep = intl.formatMessage({ id: 'DesignSystem.Chart.Funnel.OfStep' })
  const ofAll = intl.formatMessage({ id: 'DesignSystem.Chart.Funnel.OfAll' })
  const table: ChartTable = {
    head: intl.formatMessage({ id: 'DesignSystem.Chart.Funnel.Step' }),
    columns: [
      { key: 'value', label: valueLabel, format: count },
      { key: 'ofStep', label: ofStep, format: rate },
      { key: 'ofAll', label: ofAll, format: rate },
    ],
    rows: rows.map(row => ({
      id: row.id,
      name: row.label,
      values: { value: row.value, ofStep: row.ofStep, ofAll: row.ofAll },
    })),
  }
  // The step with the smallest share of the step before.
  const worst = summariseSeries(rows.map(row => row.ofStep))
  const [first, last] = [rows[0], rows.at(-1)]
  const parts =
    first && last && worst
      ? intl.formatMessage(
          { id: 'DesignSystem.Chart.Summary.Funnel' },
          {
            first: count(first.value),
            last: count(last.value),
            share: formatOrDash(last.ofAll, rate),
            step: rows[worst.lowAt]?.label,
          },
        )
      : intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Nothing' })

  return (
    <ChartFrame
      {...frame}
      summary={
        summary ?? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Sentence' }, { title: frame.title, parts })
      }
      height={height ?? Math.max(96, rows.length * 36 + 36)}
      table={table}
    >
      {space => (
        <BarPlot
          name={frame.title}
          space={space}
          rows={rows.map(row => ({
            ...row,
            items: 1,
            compare: null,
            text: row.ofStep === null ? count(row.value) : `${count(row.value)} · ${rate(row.ofStep)}`,
            lines: [
              { key: 'value', label: valueLabel, tone, value: count(row.value) },
              { key: 'ofStep', label: ofStep, value: formatOrDash(row.ofStep, rate) },
              { key: 'ofAll', label: ofAll, value: formatOrDash(row.ofAll, rate) },
            ],
          }))}
          orientation="inline"
          tone={tone}
          pattern={forced ? patternId : null}
          valueLabels
          integerTicks
          axisText={value => format.compact(value)}
          onOpen={
            onStepOpen
              ? index => {
                  const step = steps[index]
                  if (step) onStepOpen(step)
                }
              : undefined
          }
        />
      )}
    </ChartFrame>
  )
}
