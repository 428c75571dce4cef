import type { ChartTone } from '@assay/design-system/charts'
import type { ObservedReport, ObservedReportForm } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { observedFieldName } from '../../../platform/assessments/observed-field-name.ts'
import { ChartPlace, ScoreChart } from '../scores/score-chart-place.tsx'
import { useScoreTexts } from '../scores/use-score-texts.ts'
import type { ChartFrameProps } from '../summary/metric-chart.tsx'
import { type Shares, SharesChart } from '../summary/shares-chart.tsx'
import { seriesTones } from '../summary/summary-charts.tsx'
import { keyOfValue } from '../value-keys.ts'

type FieldShares = ObservedReport['fields'][number]
const plotHeight = 168

interface ObservedChartsProps extends ChartFrameProps {
  report: ObservedReport | undefined
  /** What the figures of the report are by. */
  by: ObservedReportForm
  /** Fields while there is no report. */
  fields: readonly string[]
}

/** What transactions are made up of by the values of fields of observations and labels, a chart for each field. */
export function ObservedCharts({ report, by, fields, ...frame }: ObservedChartsProps) {
  const shown = report?.fields ?? fields.map((field): FieldShares => ({ field, values: [], volumes: [], volume: 0 }))
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 print:grid-cols-1">
      {shown.map(field =>
        by === 'time' ? (
          <TimeShares key={field.field} {...frame} report={report} field={field} />
        ) : (
          <ScoreShares key={field.field} {...frame} report={report} field={field} />
        ),
      )}
    </div>
  )
}

interface FieldChartProps extends ChartFrameProps {
  report: ObservedReport | undefined
  field: FieldShares
}

/** What files of a chart are called by: the data, in every language. */
const nameOf = (field: string): string => field.replace(/^:/, 'label.').replace(':', '.')

/** Colours of the most frequent values; the others have shades of one. */
const toneOf = (place: number): ChartTone =>
  seriesTones[place] ?? (`tint-${place - seriesTones.length + 1}` as ChartTone)

/** Returns a colour of its own for each value, the most frequent first. */
function useKeys({ values }: FieldShares): Shares['keys'] {
  const intl = useIntl()
  return values.map((value, place) => ({
    key: keyOfValue(value),
    label: value === '' ? intl.formatMessage({ id: 'DesignSystem.Graph.KindsOther' }) : value,
    tone: value === '' ? 'rest' : toneOf(place),
  }))
}

const Nothing = () => (
  <p>
    <FormattedMessage id="Reports.Observed.Nothing" />
  </p>
)

function TimeShares({ field, ...props }: FieldChartProps) {
  const intl = useIntl()
  return (
    <SharesChart
      {...props}
      name={nameOf(field.field)}
      titleId="Reports.Observed"
      title={observedFieldName(intl, field.field)}
      empty={<Nothing />}
      shares={{ keys: useKeys(field), volumes: field.volumes }}
    />
  )
}

function ScoreShares({ field, report, status, onRetry, view, fileName }: FieldChartProps) {
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const keys = useKeys(field)
  const title = observedFieldName(intl, field.field)
  return (
    <ChartPlace title={title} height={plotHeight}>
      <ScoreChart
        title={title}
        status={status === 'ready' && keys.length === 0 ? 'empty' : status}
        onRetry={onRetry}
        empty={<Nothing />}
        height={plotHeight}
        zoom
        percent
        fileName={`${fileName}_${nameOf(field.field)}`}
        {...(view === 'amount' ? { formatValue: texts.volume } : {})}
        columns={keys}
        bins={(report?.bins ?? []).map((from, index) => ({
          from,
          to: from + 9,
          values: Object.fromEntries(keys.map(({ key }, place) => [key, field.volumes[index]?.[place] ?? 0])),
        }))}
      />
    </ChartPlace>
  )
}
