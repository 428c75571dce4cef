import { Badge, createColumns } from '@assay/design-system'
import type { ReportQueues } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useFigureColumns } from '../figure-columns.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { LockTimeChart } from './lock-time-chart.tsx'
import { RoutingShareChart } from './routing-share-chart.tsx'

type Row = ReportQueues['rows'][number]
const c = createColumns<Row>()

/** Flow, times and quality of each queue. */
export function QueuesTab({ input }: ReportTabProps) {
  const intl = useIntl()
  const figure = useFigureColumns()
  const query = useQuery(reportQueries.queues(input))
  const rows = query.data?.rows
  const several = new Set(rows?.map(({ queue }) => queue.environmentId)).size > 1
  const columns = useMemo(() => {
    const rowName = ({ queue }: Row) => queue.name
    return [
      c.custom('name', {
        labelId: 'Routing.Column.Queue',
        rowHeader: true,
        size: 220,
        value: rowName,
        text: rowName,
        cell: ({ queue }) => (
          <span className="flex min-w-0 items-center gap-2">
            <bdi className="truncate font-medium">{queue.name}</bdi>
            {queue.deleted ? (
              <Badge>
                <FormattedMessage id="CaseReport.Queues.Deleted" />
              </Badge>
            ) : null}
          </span>
        ),
      }),
      ...(several
        ? [c.text('environment', { labelId: 'Queues.Environment', value: ({ queue }: Row) => queue.environmentName })]
        : []),
      figure<Row>('size', {
        labelId: 'CaseReport.Flow.Size',
        unit: 'count',
        value: row => row.flow.sizeEnd,
        link: row => row.openLink,
        rowName,
      }),
      figure<Row>('inflow', { labelId: 'CaseReport.Kpi.inflow', unit: 'count', value: row => row.flow.inflow }),
      figure<Row>('outflow', { labelId: 'CaseReport.Queues.Outflow', unit: 'count', value: row => row.flow.outflow }),
      figure<Row>('difference', {
        labelId: 'CaseReport.Queues.Difference',
        unit: 'count',
        initiallyHidden: true,
        value: row => row.flow.difference,
      }),
      figure<Row>('reviewed', {
        labelId: 'CaseReport.Kpi.reviewed',
        unit: 'count',
        value: row => row.flow.reviewed,
        link: row => row.link,
        rowName,
      }),
      figure<Row>('released', {
        labelId: 'CaseReport.Queues.Released',
        unit: 'count',
        initiallyHidden: true,
        value: row => row.flow.released,
      }),
      figure<Row>('backlog', {
        labelId: 'CaseReport.Queues.Backlog',
        unit: 'days',
        value: row => row.flow.backlogDays,
      }),
      figure<Row>('timeout', {
        labelId: 'CaseReport.Queues.TimeoutRate',
        unit: 'share',
        value: row => row.flow.timeoutRate,
      }),
      figure<Row>('sla', { labelId: 'CaseReport.Kpi.slaMet', unit: 'share', value: row => row.sla.rate }),
      figure<Row>('waiting', {
        labelId: 'CaseReport.Queues.Waiting',
        unit: 'duration',
        value: row => row.waiting.median,
      }),
      figure<Row>('resolution', {
        labelId: 'CaseReport.Queues.Resolution',
        unit: 'duration',
        value: row => row.resolution.median,
      }),
      figure<Row>('customer', {
        labelId: 'CaseReport.Queues.CustomerResolution',
        unit: 'duration',
        initiallyHidden: true,
        value: row => row.customerResolution.median,
      }),
      figure<Row>('average', {
        labelId: 'CaseReport.Queues.Aht',
        unit: 'duration',
        value: row => row.handling.average,
      }),
      figure<Row>('median', {
        labelId: 'CaseReport.Kpi.medianHandling',
        unit: 'duration',
        value: row => row.handling.median,
      }),
      figure<Row>('p90', { labelId: 'CaseReport.Duration.P90', unit: 'duration', value: row => row.handling.p90 }),
      figure<Row>('lost', {
        labelId: 'CaseReport.Queues.LostPer100',
        unit: 'count',
        initiallyHidden: true,
        value: row => row.lockTime.lostPer100,
      }),
      figure<Row>('extensions', {
        labelId: 'CaseReport.Queues.ExtensionsPer100',
        unit: 'count',
        initiallyHidden: true,
        value: row => row.lockTime.extensionsPer100,
      }),
      figure<Row>('missed', {
        labelId: 'CaseReport.Kpi.missedFraudRate',
        unit: 'share',
        value: row => row.accuracy.missedFraudRate,
      }),
      figure<Row>('accuracy', {
        labelId: 'CaseReport.Column.Accuracy',
        unit: 'share',
        value: row => row.accuracy.accuracy,
      }),
      figure<Row>('timeoutAccuracy', {
        labelId: 'CaseReport.Queues.TimeoutAccuracy',
        unit: 'share',
        value: row => row.timeoutAccuracy.accuracy,
      }),
    ]
  }, [figure, several])
  return (
    <ReportGrid>
      <RoutingShareChart query={query} />
      <LockTimeChart query={query} />
      <ReportTable
        title={intl.formatMessage({ id: 'Queues.Title' })}
        fileName="case-report-queues"
        columns={columns}
        query={query}
        rows={rows}
        getRowId={({ queue }) => queue.id}
        getRowName={({ queue }) => queue.name}
        sortedBy="inflow"
      />
    </ReportGrid>
  )
}
