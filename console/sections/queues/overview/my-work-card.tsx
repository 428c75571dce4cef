import { Button, Card, CardHeader, createColumns, type DataColumn, SimpleTable, useToast } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import type { useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { DurationUntil, TimeLeftCell } from '../cases/case-cells.tsx'
import { type UnfinishedWork, type WorkEntry, workEntries } from './work-entries.ts'

const c = createColumns<WorkEntry>()

/** Cases that the caller reviews, was assigned, parked, or has to approve as the second person. */
export function MyWorkCard({ query }: { query: ReturnType<typeof useUnfinishedCases> }) {
  const intl = useIntl()
  const sendBack = useSendBack()
  const { data } = query
  const entries = useMemo(() => (data ? workEntries(data as UnfinishedWork) : []), [data])
  const { caseHref } = useCaseLinks()
  const columns = useMemo(
    () => workColumns(entry => <WorkCommands entry={entry} {...sendBack} />, caseHref),
    [sendBack, caseHref],
  )
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Cases.MyWork" />}
        meta={data ? intl.formatNumber(entries.length) : undefined}
      />
      {query.isError && data ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      {query.isError && !data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SimpleTable
          label={intl.formatMessage({ id: 'Cases.MyWork' })}
          columns={columns}
          rows={entries}
          getRowId={({ row }) => row.id}
          narrow="cards"
          loading={query.isPending}
          empty={<FormattedMessage id="Cases.MyWork.None" />}
        />
      )}
    </Card>
  )
}

/** Returns a case that the caller reviews to its queue, undecided. */
function useSendBack() {
  const intl = useIntl()
  const { toast } = useToast()
  const mutation = useApiMutation({
    mutationFn: async ({ environmentId, eventType, externalId: id }: CaseRow) => {
      // The right to change the case is read with it: no list contains it.
      const { own } = await client.cases.get({ environmentId, eventType, id })
      if (own.leaseToken !== null)
        await client.cases.sendBack({ environmentId, eventType, id, leaseToken: own.leaseToken })
    },
    invalidates: [api.queues.list.key(), api.cases.unfinished.key()],
    onSuccess: (_answer, { externalId }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Cases.SentBack' }, { id: externalId }) }),
  })
  const { mutate, isPending, variables } = mutation
  const sendingId = isPending ? (variables?.id ?? null) : null
  return useMemo(() => ({ onSendBack: mutate as (row: CaseRow) => void, sendingId }), [mutate, sendingId])
}

interface WorkCommandsProps {
  entry: WorkEntry
  sendingId: string | null
  onSendBack: (row: CaseRow) => void
}

function WorkCommands({ entry: { kind, row }, sendingId, onSendBack }: WorkCommandsProps) {
  const offline = useOffline()
  const { caseHref } = useCaseLinks()
  return (
    <span className="flex items-center justify-end gap-2">
      {kind === 'locked' ? (
        <Button size="sm" disabled={offline} loading={sendingId === row.id} onClick={() => onSendBack(row)}>
          <FormattedMessage id="Cases.SendBack" />
        </Button>
      ) : null}
      <Button size="sm" asChild>
        <Link to={caseHref(row)}>
          <FormattedMessage id={`Cases.MyWork.Open.${kind}`} />
        </Link>
      </Button>
    </span>
  )
}

/** Columns of the caller's work. */
function workColumns(
  commands: (entry: WorkEntry) => ReactNode,
  caseHref: (row: CaseRow) => string,
): DataColumn<WorkEntry>[] {
  const plain = { sortable: false, filter: false } as const
  return [
    c.custom('what', {
      ...plain,
      labelId: 'Cases.MyWork.What',
      value: entry => entry.kind,
      cell: entry => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <FormattedMessage id={`Cases.MyWork.Kind.${entry.kind}`} />
          <WorkDetail entry={entry} />
        </span>
      ),
    }),
    c.idLink('case', {
      ...plain,
      labelId: 'Events.Column.EventId',
      value: entry => entry.row.externalId,
      href: entry => caseHref(entry.row),
    }),
    c.text('queue', { ...plain, labelId: 'Routing.Column.Queue', value: entry => entry.row.queueName }),
    c.score('score', { ...plain, labelId: 'Events.Column.RiskScore', value: entry => entry.row.riskScore }),
    c.money('amount', {
      ...plain,
      labelId: 'Events.Column.Amount',
      value: ({ row }) => (row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency)),
      currency: ({ row }) => row.currency ?? '',
    }),
    c.custom('timeLeft', {
      ...plain,
      labelId: 'Queues.OrderBy.timeLeft',
      align: 'number',
      value: entry => entry.row.timeoutAt,
      cell: entry => <TimeLeftCell row={entry.row} />,
    }),
    c.custom('commands', {
      ...plain,
      labelId: 'Common.Actions',
      align: 'end',
      value: () => null,
      cell: entry => commands(entry),
    }),
  ]
}

/** What belongs to the kind: the time of the lock, or the end and the reason of a hold. */
function WorkDetail({ entry: { kind, row } }: { entry: WorkEntry }) {
  if (kind === 'locked' && row.lock)
    return (
      <span className="text-xs text-fg-muted">
        <FormattedMessage
          id="Cases.MyWork.LockLeft"
          values={{ time: <DurationUntil key="time" at={row.lock.expiresAt} /> }}
        />
      </span>
    )
  if (kind === 'parked' && row.hold)
    return (
      <span className="text-xs text-fg-muted">
        <FormattedMessage
          id="Cases.MyWork.WakesIn"
          values={{ time: <DurationUntil key="time" at={row.hold.wakeAt} />, reason: row.hold.reason }}
        />
      </span>
    )
  return null
}
