import { createColumns, type DataColumn } from '@assay/design-system'
import type { CaseRow, QueueOrder, QueueView } from '@assay/risk-service/contract'
import { idLabelOf, isBuiltInAssessment } from '../../../platform/events/event-names.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import {
  CountedLinks,
  DurationSince,
  LockEndsCell,
  MissingNumber,
  PersonCell,
  TimeLeftCell,
} from '../cases/case-cells.tsx'
import { SavingCell } from '../saving/saving-cell.tsx'

const c = createColumns<CaseRow>()

/** Width of the marks of a grid with rows to tick and of the gutter before them, in pixels. */
const selectionWidth = 52

interface CaseColumnsInput {
  view: QueueView
  /** Null: the queue serves every assessment. */
  assessment: string | null
  /** The queue is ordered by what a minute of review is expected to save. */
  bySaving: boolean
  /** The rows that wait can be ticked. */
  selectable: boolean
  /** Clicks on heads sort the view. */
  sortable: boolean
  ownId: string
  href: (row: CaseRow) => string
  assessmentName: (key: string) => string
}

/** Column of each order of the service. */
export const orderColumns = {
  at: 'eventTimestamp',
  inQueue: 'timeInQueue',
  riskScore: 'riskScore',
  amount: 'amountUsd',
  timeLeft: 'timeLeft',
  priority: 'priority',
} as const satisfies Record<string, QueueOrder>

/** Columns of the cases of a view, in their first order. */
export function caseColumns(input: CaseColumnsInput): DataColumn<CaseRow>[] {
  const { view, assessment, href, assessmentName } = input
  const sorted = { sortable: input.sortable, filter: false } as const
  const plain = { sortable: false, filter: false } as const
  const hidden = { ...plain, initiallyHidden: true } as const
  const scoreOf = ({ eventType, riskScore }: CaseRow) =>
    riskScore >= 0 && (isBuiltInAssessment(eventType) || riskScore > 0) ? riskScore : null
  return [
    c.idLink('externalId', {
      ...plain,
      labelId: idLabelOf(assessment ?? ''),
      value: row => row.externalId,
      href,
      // The marks of the rows that wait above have their place in it: the other columns of both grids then agree.
      size: view === 'inReview' && input.selectable ? 148 + selectionWidth : 148,
    }),
    c.text('assessment', {
      ...plain,
      labelId: 'Routing.Column.Assessment',
      value: row => assessmentName(row.eventType),
      initiallyHidden: assessment !== null,
      size: 140,
    }),
    c.score('riskScore', { ...sorted, labelId: 'Events.Column.RiskScore', value: scoreOf }),
    c.money('amount', {
      ...sorted,
      labelId: 'Events.Column.Amount',
      value: row => (row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency)),
      currency: row => row.currency ?? '',
      size: 130,
    }),
    ...(input.bySaving
      ? [
          c.custom('expectedSaving', {
            ...plain,
            labelId: 'Queues.OrderBy.expectedSaving',
            align: 'number',
            control: true,
            // The name of the order, whole in the longest of the languages.
            size: 220,
            value: row => (row.savingPerMinuteUsd === null ? null : row.savingPerMinuteUsd / 100),
            cell: (row, { tabIndex }) => <SavingCell row={row} tabIndex={tabIndex} />,
          }),
        ]
      : []),
    ...viewColumns(input),
    c.text('email', { ...plain, labelId: 'Events.Column.Email', value: row => row.email, size: 200 }),
    c.custom('clause', {
      ...plain,
      labelId: 'Cases.Column.Clause',
      size: 230,
      value: row => [row.rule, row.clause].filter(Boolean).join(' › '),
      cell: ({ rule, clause }) => (
        <span className="truncate">
          <bdi>{rule ?? ''}</bdi>
          {clause === null ? null : (
            <>
              {rule === null ? '' : ' › '}
              <bdi className="text-fg-secondary">{clause}</bdi>
            </>
          )}
        </span>
      ),
    }),
    c.custom('assignee', {
      ...plain,
      labelId: 'Cases.Column.Assignee',
      size: 150,
      value: row => row.assignee?.name ?? null,
      cell: row => <PersonCell person={row.assignee} own={row.assignee?.id === input.ownId} />,
    }),
    c.number('notes', { ...plain, labelId: 'Cases.Column.Notes', value: row => row.facts?.notes ?? null, size: 80 }),
    c.text('latestStatus', { ...hidden, labelId: 'Cases.Column.LatestStatus', value: row => row.facts?.latestStatus }),
    c.text('originalOrderId', {
      ...hidden,
      labelId: 'Cases.Column.OriginalOrder',
      value: row => row.facts?.originalOrderId,
      mono: true,
    }),
    c.custom('linkedCases', {
      ...hidden,
      labelId: 'Cases.Column.LinkedCases',
      align: 'number',
      size: 110,
      value: row => row.facts?.linkedCases ?? null,
      cell: row => <CountedLinks count={row.facts?.linkedCases ?? null} />,
    }),
    c.text('userId', { ...hidden, labelId: 'Events.Column.UserId', value: row => row.userId, mono: true, size: 140 }),
    c.country('country', { ...hidden, labelId: 'Cases.Column.Country', value: row => row.country }),
    c.text('paymentInstrumentId', {
      ...hidden,
      labelId: 'Cases.Column.PaymentInstrument',
      value: row => row.paymentInstrumentId,
      mono: true,
    }),
    c.text('deviceId', { ...hidden, labelId: 'Events.Column.DeviceId', value: row => row.deviceId, mono: true }),
    c.text('ip', { ...hidden, labelId: 'Events.Column.Ip', value: row => row.ip, mono: true, size: 140 }),
    c.text('reason', { ...hidden, labelId: 'Events.Column.Reason', value: row => row.reason }),
    c.number('priority', {
      ...sorted,
      initiallyHidden: true,
      labelId: 'Queues.OrderBy.priority',
      value: row => row.priority,
    }),
    c.tags('tags', { ...hidden, labelId: 'Cases.Column.Tags', value: row => row.tags }),
    c.money('amountUsd', {
      ...hidden,
      labelId: 'Events.Column.AmountUsd',
      value: row => (row.amountUsd === null ? null : row.amountUsd / 100),
      currency: () => 'USD',
    }),
    c.text('routedRule', { ...hidden, labelId: 'Cases.Column.RoutedBy', value: row => row.routedRule }),
    c.text('environment', { ...hidden, labelId: 'Queues.Environment', value: row => row.environmentName }),
  ]
}

/** Columns about time and people, which depend on what the view is for. */
function viewColumns({ view, sortable, ownId }: CaseColumnsInput): DataColumn<CaseRow>[] {
  const sorted = { sortable, filter: false } as const
  const plain = { sortable: false, filter: false } as const
  if (view === 'inReview')
    return [
      c.custom('reviewer', {
        ...plain,
        labelId: 'Cases.Column.Reviewer',
        size: 180,
        value: row => row.lock?.owner.name ?? null,
        cell: row => <PersonCell person={row.lock?.owner ?? null} own={row.lock?.owner.id === ownId} />,
      }),
      c.dateTime('startedAt', { ...plain, labelId: 'Cases.Column.Started', value: row => row.lock?.lockedAt }),
      c.custom('reviewing', {
        ...plain,
        labelId: 'Cases.Column.Reviewing',
        align: 'number',
        size: 120,
        value: row => row.lock?.lockedAt ?? null,
        cell: row => <DurationSince at={row.lock?.lockedAt ?? null} />,
      }),
      c.custom('lockEnds', {
        ...plain,
        labelId: 'Cases.Column.LockEnds',
        align: 'number',
        size: 120,
        value: row => row.lock?.expiresAt ?? null,
        cell: row => <LockEndsCell row={row} />,
      }),
    ]
  return [
    c.dateTime('at', { ...sorted, labelId: 'Events.Column.At', value: row => row.at }),
    ...(view === 'onHold'
      ? [
          c.custom('heldBy', {
            ...plain,
            labelId: 'Cases.Column.HeldBy',
            value: row => row.hold?.owner.name ?? null,
            cell: row => <PersonCell person={row.hold?.owner ?? null} own={row.hold?.owner.id === ownId} />,
          }),
          c.dateTime('wakeAt', { ...plain, labelId: 'Cases.Column.WakeAt', value: row => row.hold?.wakeAt }),
          c.text('holdReason', { ...plain, labelId: 'Cases.Column.HoldReason', value: row => row.hold?.reason }),
        ]
      : []),
    c.custom('inQueue', {
      ...sorted,
      labelId: 'Queues.OrderBy.timeInQueue',
      align: 'number',
      size: 128,
      value: row => row.enteredQueueAt,
      cell: row => <DurationSince at={row.enteredQueueAt} />,
    }),
    c.custom('timeLeft', {
      ...sorted,
      labelId: 'Queues.OrderBy.timeLeft',
      align: 'number',
      size: 140,
      value: row => row.timeoutAt,
      cell: row => (view === 'onHold' ? <MissingNumber /> : <TimeLeftCell row={row} />),
    }),
  ]
}
