import { createColumns, SegmentedControl } from '@assay/design-system'
import type { Kpi, ReportValue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import { KpiStrip, type KpiTile } from '../kpi-strip.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { useQueueNames } from '../use-queue-names.ts'
import { NetValueChart } from './net-value-chart.tsx'
import { shownValue, type ValueKey, valueKeys } from './value-figures.ts'
import { ValueTrendChart } from './value-trend-chart.tsx'

type Row = ReportValue['queues'][number]
const c = createColumns<Row>()
/** Figures whose cases the search can name. */
const isLinked = (key: ValueKey): key is keyof ReportValue['links'] =>
  key === 'approved' || key === 'rejected' || key === 'timedOut'
const costColumns: readonly FigureColumn<Row>[] = [
  ['cost', 'CaseReport.Value.CostColumn', 'cents', row => row.reviewCostUsd],
  ['net', 'CaseReport.Value.net', 'cents', row => row.netUsd],
]

/** What decisions were worth: fraud stopped and missed, good customers lost, and the cost of review. */
export function ValueTab({ input, state, onChange }: ReportTabProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const query = useQuery(reportQueries.value(input))
  const { data } = query
  const { nameOf, columns: queueColumns } = useQueueNames(data?.queues)
  const { view } = state
  const unit = view === 'count' ? 'count' : 'cents'
  const kpiOf = (key: ValueKey): Kpi | undefined => {
    if (!data) return undefined
    const value = shownValue(data.total, key, view)
    const previous = data.previous && shownValue(data.previous, key, view)
    return {
      value,
      previous,
      change: previous === null || previous === 0 ? null : (value - previous) / previous,
      series: data.periods.map(period => shownValue(period, key, view)),
    }
  }
  const tiles: KpiTile[] = valueKeys.map(key => ({
    id: key,
    unit,
    kpi: kpiOf(key),
    ...(data && isLinked(key) ? { link: data.links[key] } : {}),
    ...(key === 'fraudStopped' ? { goodWhen: 'up' as const } : {}),
    ...(key === 'fraudMissed' || key === 'goodRejected' ? { goodWhen: 'down' as const } : {}),
  }))
  const columns = useMemo(() => {
    const valueColumns = valueKeys.map(
      (key): FigureColumn<Row> => [key, `CaseReport.Kpi.${key}`, unit, row => shownValue(row, key, view)],
    )
    return [
      c.text('queue', { labelId: 'Routing.Column.Queue', rowHeader: true, size: 220, value: row => row.queue.name }),
      ...queueColumns<Row>(),
      ...figures(nameOf, [...valueColumns, ...costColumns]),
    ]
  }, [figures, nameOf, queueColumns, unit, view])
  const viewLabel = intl.formatMessage({ id: 'CaseReport.View' })
  return (
    <>
      <SegmentedControl
        label={viewLabel}
        value={view}
        onValueChange={next => onChange({ view: next })}
        segments={(['count', 'amount'] as const).map(value => ({
          value,
          label: intl.formatMessage({ id: `CaseReport.View.${value}` }),
        }))}
      />
      <KpiStrip tiles={tiles} failed={query.isError} onRetry={() => void query.refetch()} />
      <ReportGrid>
        <NetValueChart query={query} />
        <ValueTrendChart query={query} view={view} />
        <ReportTable
          title={intl.formatMessage({ id: 'CaseReport.Value.Queues' })}
          meta={<FormattedMessage id="CaseReport.Value.Queues.Meta" />}
          fileName="case-report-value"
          columns={columns}
          query={query}
          rows={data?.queues}
          getRowId={({ queue }) => queue.id}
          getRowName={nameOf}
          sortedBy="fraudStopped"
        />
      </ReportGrid>
    </>
  )
}
