import type { ReportValue } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { BarChart, ChartPlace, plotHeight } from '../report-charts.tsx'
import { chartStateOf, noted, type ReportAnswer } from '../use-report.ts'

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)
const negative = (cents: number | null) => (cents === null ? null : (0 - cents) / 100)

/** From the fraud that was stopped, what was lost and what the review cost, to what is left. */
export function NetValueChart({ query }: { query: ReportAnswer<ReportValue> }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Value.Net' })
  const label = (key: string) => intl.formatMessage({ id: `CaseReport.Value.${key}` })
  const state = chartStateOf(
    query,
    ({ total }) => total.approved.cases + total.rejected.cases + total.timedOut.cases === 0,
  )
  const unset = data !== undefined && (data.costs.hourlyCostUsd === null || data.costs.margin === null)
  const total = data?.total
  return (
    <ChartPlace title={title}>
      <BarChart
        title={title}
        meta={<FormattedMessage id="CaseReport.Value.Net.Meta" />}
        {...state}
        {...(state.status === 'ready' && unset
          ? { ...noted, notice: <FormattedMessage id="CaseReport.Value.Unset" /> }
          : {})}
        empty={<NoReviews />}
        orientation="inline"
        sort="given"
        valueLabel={intl.formatMessage({ id: 'CaseReport.View.amount' })}
        valueLabels
        height={plotHeight}
        fileName="case-report-net-value"
        items={[
          { id: 'stopped', label: label('stopped'), value: dollars(total?.fraudStopped.amountUsd ?? null) },
          { id: 'missed', label: label('missed'), value: negative(total?.fraudMissed.amountUsd ?? null) },
          { id: 'margin', label: label('margin'), value: negative(total?.lostMarginUsd ?? null) },
          { id: 'cost', label: label('cost'), value: negative(total?.reviewCostUsd ?? null) },
          { id: 'net', label: label('net'), value: dollars(total?.netUsd ?? null) },
        ]}
      />
    </ChartPlace>
  )
}
