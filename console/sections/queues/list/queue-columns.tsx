import { createColumns, type DataColumn, type Format } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { MissingNumber, MissingValue, NumberCell } from '../cases/case-cells.tsx'
import { minutesToMs, OldestWaiting, QueueBadges, QueuePeople, RiskBadges } from '../queue-facts.tsx'

const c = createColumns<Queue>()

/** For how long the oldest case of a queue has waited. */
export const oldestColumn = c.custom('oldest', {
  sortable: false,
  filter: false,
  labelId: 'Queues.Oldest',
  align: 'number',
  value: row => row.counts.oldestEnteredAt,
  cell: row =>
    row.counts.oldestEnteredAt === null ? (
      <MissingNumber />
    ) : (
      <NumberCell>
        <OldestWaiting counts={row.counts} />
      </NumberCell>
    ),
})

interface QueueColumnsInput {
  intl: IntlShape
  format: Format
  assessmentName: (key: string) => string
  href: (queue: Queue) => string
  /** Queues of environments below the chosen one are listed, too. */
  withEnvironment: boolean
}

/** Columns of the table of queues. */
export function queueColumns({
  intl,
  format,
  assessmentName,
  href,
  withEnvironment,
}: QueueColumnsInput): DataColumn<Queue>[] {
  const plain = { sortable: false, filter: false } as const
  const assessmentOf = ({ assessment }: Queue) =>
    assessment === null ? intl.formatMessage({ id: 'Queues.AllAssessments' }) : assessmentName(assessment)
  return [
    c.idLink('name', { ...plain, labelId: 'Common.Name', value: row => row.name, href, size: 220 }),
    c.custom('kind', {
      ...plain,
      labelId: 'Queues.Kind',
      value: row => row.kind,
      cell: row => (
        <span className="flex items-center gap-1">
          <QueueBadges queue={row} />
        </span>
      ),
    }),
    c.text('assessment', { ...plain, labelId: 'Routing.Column.Assessment', value: assessmentOf, size: 150 }),
    ...(withEnvironment
      ? [
          c.text('environment', {
            ...plain,
            labelId: 'Queues.Environment',
            value: row => row.environmentName,
            size: 150,
          }),
        ]
      : []),
    c.number('pending', { ...plain, labelId: 'Queues.Pending', value: row => row.counts.pending, size: 100 }),
    c.number('inReview', { ...plain, labelId: 'Queues.UnderReview', value: row => row.counts.inReview, size: 120 }),
    oldestColumn,
    c.custom('risk', {
      ...plain,
      labelId: 'Queues.Risk',
      size: 190,
      value: row => row.counts.overdue + row.counts.slaAtRisk,
      cell: row =>
        row.counts.overdue + row.counts.slaAtRisk === 0 ? (
          <MissingValue />
        ) : (
          <span className="flex items-center gap-1">
            <RiskBadges counts={row.counts} />
          </span>
        ),
    }),
    c.custom('timeout', {
      ...plain,
      labelId: 'Queues.Timeout',
      align: 'number',
      size: 110,
      value: row => row.timeoutMinutes,
      text: row => format.duration(minutesToMs(row.timeoutMinutes)),
      cell: row => <NumberCell>{format.duration(minutesToMs(row.timeoutMinutes))}</NumberCell>,
    }),
    c.text('defaultAction', { ...plain, labelId: 'Queues.DefaultAction', value: row => row.defaultAction, size: 130 }),
    c.custom('people', {
      ...plain,
      labelId: 'Queues.AssignedUsers',
      size: 230,
      value: row => row.assignedUsers.map(({ name }) => name),
      cell: row => (
        <span className="flex items-center gap-2">
          <QueuePeople queue={row} />
        </span>
      ),
    }),
  ]
}
