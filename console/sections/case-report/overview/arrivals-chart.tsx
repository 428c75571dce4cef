import { SegmentedControl } from '@assay/design-system'
import type { ReportOverview } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { ChartPlace, HeatMapChart } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

const days = Array.from({ length: 7 }, (_, day) => day)
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** A Monday: names of weekdays are formatted from it. */
const monday = Date.UTC(2026, 10, 23)
const dayMs = 86_400_000

/** When cases arrive, and when somebody reviews, by weekday and hour of UTC. */
export function ArrivalsChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const [figure, setFigure] = useState<'arrivals' | 'reviewers'>('arrivals')
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Hours' })
  const label = (key: string) => intl.formatMessage({ id: `CaseReport.Hours.${key}` })
  const values = new Map(data?.hours.map(each => [`${each.weekday} ${each.hour}`, each[figure]]))
  return (
    <div className="min-w-0 md:col-span-2">
      <ChartPlace title={title}>
        <HeatMapChart
          title={title}
          meta={<FormattedMessage id="CaseReport.Hours.Meta" />}
          {...chartStateOf(query, each => each.hours.every(({ arrivals, reviewers }) => arrivals + reviewers === 0))}
          empty={<NoReviews />}
          fileName={`case-report-${figure}`}
          valueLabel={label(figure)}
          actions={
            <SegmentedControl
              label={title}
              value={figure}
              onValueChange={setFigure}
              segments={(['arrivals', 'reviewers'] as const).map(value => ({ value, label: label(value) }))}
            />
          }
          rows={days.map(day => ({
            id: String(day),
            label: intl.formatDate(monday + day * dayMs, { weekday: 'short', timeZone: 'UTC' }),
          }))}
          columns={hours.map(hour => ({ id: String(hour), label: String(hour).padStart(2, '0') }))}
          values={days.map(day => hours.map(hour => values.get(`${day} ${hour}`) ?? 0))}
        />
      </ChartPlace>
    </div>
  )
}
