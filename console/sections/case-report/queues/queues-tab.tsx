import { Badge, createColumns } from '@assay/design-system'
import type { ReportQueues } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { useQueueNames } from '../use-queue-names.ts'
import { LockTimeChart } from './lock-time-chart.tsx'
import { RoutingShareChart } from './routing-share-chart.tsx'

type Row = ReportQueues['rows'][number]
const c = createColumns<Row>()

const figureColumns: readonly FigureColumn<Row>[] = [
  ['size', 'CaseReport.Flow.Size', 'count', row => row.flow.sizeEnd, { link: row => row.openLink }],
  ['inflow', 'CaseReport.Kpi.inflow', 'count', row => row.flow.inflow],
  ['outflow', 'CaseReport.Queues.Outflow', 'count', row => row.flow.outflow],
  ['difference', 'CaseReport.Queues.Difference', 'count', row => row.flow.difference, { hidden: true }],
  ['reviewed', 'CaseReport.Kpi.reviewed', 'count', row => row.flow.reviewed, { link: row => row.link }],
  ['released', 'CaseReport.Queues.Released', 'count', row => row.flow.released, { hidden: true }],
  ['backlog', 'CaseReport.Queues.Backlog', 'days', row => row.flow.backlogDays],
  ['timeout', 'CaseReport.Queues.TimeoutRate', 'share', row => row.flow.timeoutRate],
  ['sla', 'CaseReport.Kpi.slaMet', 'share', row => row.sla.rate],
  ['waiting', 'CaseReport.Queues.Waiting', 'duration', row => row.waiting.median],
  ['resolution', 'CaseReport.Queues.Resolution', 'duration', row => row.resolution.median],
  [
    'customer',
    'CaseReport.Queues.CustomerResolution',
    'duration',
    row => row.customerResolution.median,
    { hidden: true },
  ],
  ['average', 'CaseReport.Queues.Aht', 'duration', row => row.handling.average],
  ['median', 'CaseReport.Kpi.medianHandling', 'duration', row => row.handling.median],
  ['p90', 'CaseReport.Duration.P90', 'duration', row => row.handling.p90],
  ['lost', 'CaseReport.Queues.LostPer100', 'decimal', row => row.lockTime.lostPer100, { hidden: true }],
  [
    'extensions',
    'CaseReport.Queues.ExtensionsPer100',
    'decimal',
    row => row.lockTime.extensionsPer100,
    { hidden: true },
  ],
  ['missed', 'CaseReport.Kpi.missedFraudRate', 'share', row => row.accuracy.missedFraudRate],
  ['accuracy', 'CaseReport.Column.Accuracy', 'share', row => row.accuracy.accuracy],
  ['timeoutAccuracy', 'CaseReport.Queues.TimeoutAccuracy', 'share', row => row.timeoutAccuracy.accuracy],
]

/** Flow, times and quality of each queue. */
export function QueuesTab({ input }: ReportTabProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const query = useQuery(reportQueries.queues(input))
  const rows = query.data?.rows
  const { nameOf, columns: queueColumns } = useQueueNames(rows)
  const columns = useMemo(() => {
    return [
      c.custom('name', {
        labelId: 'Routing.Column.Queue',
        rowHeader: true,
        size: 220,
        value: ({ queue }) => queue.name,
        text: ({ queue }) => queue.name,
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
      ...queueColumns<Row>(),
      ...figures(nameOf, figureColumns),
    ]
  }, [figures, nameOf, queueColumns])
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
        getRowName={nameOf}
        sortedBy="inflow"
      />
    </ReportGrid>
  )
}
