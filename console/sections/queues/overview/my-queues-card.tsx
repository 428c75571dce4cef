import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { oldestColumn } from '../list/queue-columns.tsx'
import { StartReviewButton } from '../start/start-review-button.tsx'

const c = createColumns<Queue>()

interface MyQueuesCardProps {
  queues: readonly Queue[]
  /** Number of reviews that the caller has open in all queues. */
  locks: number
  startingId: string | null
  onStart: (queue: Queue) => void
}

/** The queues that the caller is assigned to, with what waits in each. */
export function MyQueuesCard({ queues, locks, startingId, onStart }: MyQueuesCardProps) {
  const intl = useIntl()
  const { queueHref } = useCaseLinks()
  const columns = useMemo(() => {
    const plain = { sortable: false, filter: false } as const
    return [
      c.idLink('name', { ...plain, labelId: 'Routing.Column.Queue', value: row => row.name, href: queueHref }),
      // Queues of the environments below have the same names.
      ...(queues.some(each => each.environmentId !== queues[0]?.environmentId)
        ? [
            c.text('environment', {
              ...plain,
              labelId: 'Queues.Environment',
              value: (row: Queue) => row.environmentName,
            }),
          ]
        : []),
      c.number('pending', { ...plain, labelId: 'Queues.Pending', value: row => row.counts.pending }),
      c.number('overdue', { ...plain, labelId: 'Cases.TimeLeft.overdue', value: row => row.counts.overdue }),
      c.number('risk', { ...plain, labelId: 'Cases.AtRisk', value: row => row.counts.slaAtRisk }),
      oldestColumn,
      c.custom('start', {
        ...plain,
        labelId: 'Common.Actions',
        align: 'end',
        value: () => null,
        cell: row => (
          <span className="flex w-full justify-end">
            <StartReviewButton
              size="sm"
              queue={row}
              locks={locks}
              starting={startingId === row.id}
              onStart={() => onStart(row)}
            />
          </span>
        ),
      }),
    ]
  }, [queues, queueHref, locks, startingId, onStart])
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Cases.MyQueues" />} meta={intl.formatNumber(queues.length)} />
      <SimpleTable
        label={intl.formatMessage({ id: 'Cases.MyQueues' })}
        columns={columns}
        rows={queues}
        getRowId={({ id }) => id}
        narrow="cards"
      />
    </Card>
  )
}
