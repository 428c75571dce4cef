import { type BulkAction, BulkActionBar, type DecisionName } from '@assay/design-system'
import {
  type CaseConfiguration,
  type CaseRow,
  caseLimits,
  type Queue,
  type QueueDecision,
} from '@assay/risk-service/contract'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type BulkChoice, BulkDecisionDialog } from '../../../platform/cases/bulk/bulk-decision-dialog.tsx'
import { type BulkDecision, bulkDecisionsOf } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { type BulkResult, BulkResultDialog, isApplied } from '../../../platform/cases/bulk/bulk-result-dialog.tsx'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AssignCasesDialog, TagCasesDialog, TransferCasesDialog } from './case-change-dialogs.tsx'
import { useCaseBatch } from './use-case-batch.ts'
import type { TickedCases } from './use-ticked-cases.ts'

const styles: Partial<Record<QueueDecision['caseAction'], DecisionName>> = { Approve: 'approve', Reject: 'reject' }
const changeDialogs = {
  assign: { Dialog: AssignCasesDialog, progressId: 'Cases.Assign.Progress' },
  transfer: { Dialog: TransferCasesDialog, progressId: 'Cases.Transfer.Progress' },
  tag: { Dialog: TagCasesDialog, progressId: 'Cases.Tag.Progress' },
} as const
type ChangeKind = keyof typeof changeDialogs
type OpenDialog = { rows: readonly CaseRow[] } & ({ kind: 'decision'; decision: BulkDecision } | { kind: ChangeKind })

interface BulkActionsInput {
  queue: Queue
  rows: readonly CaseRow[]
  ticked: TickedCases
  /** Reads the view again after a change. */
  refresh: () => Promise<unknown>
}

/** Key of a case in an answer of the service. */
const keyOf = ({ environmentId, eventType, id }: Pick<BulkResult, 'environmentId' | 'eventType' | 'id'>) =>
  [environmentId, eventType, id].join(' ')

/** What can be done with ticked cases: the bar with its buttons, and the dialogs that they open. */
export function useBulkActions({ queue, rows, ticked, refresh }: BulkActionsInput): {
  bar: ReactNode
  dialogs: ReactNode
} {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const showError = useErrorToast()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [results, setResults] = useState<readonly BulkResult[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { environmentId } = queue
  const eventTypes = [...new Set(queue.assessment === null ? rows.map(row => row.eventType) : [queue.assessment])]
  const configurations = useQueries({
    queries: eventTypes.map(eventType =>
      api.cases.decisions.queryOptions({ input: { environmentId, eventType }, staleTime: 60_000 }),
    ),
  }).flatMap(({ data }) => (data ? [data as CaseConfiguration] : []))
  const decisions = configurations.length === eventTypes.length ? bulkDecisionsOf(queue, configurations) : []

  const finish = async (failed: readonly CaseRow[]) => {
    ticked.retain(failed)
    await refresh()
  }
  const batch = useCaseBatch(failed => void finish(failed))
  const decide = useApiMutation({
    mutationFn: ({ cases, choice }: { cases: readonly CaseRow[]; choice: BulkChoice }) =>
      client.cases.decideMany({
        environmentId,
        cases: cases.map(row => ({
          environmentId: row.environmentId,
          eventType: row.eventType,
          id: row.externalId,
        })),
        ...choice,
      }),
    invalidates: [api.queues.list.key(), api.queues.get.key()],
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'cases.bulkLimit') return false
      setRefusal('Cases.Bulk.Limit')
      return true
    },
  })
  const submit = (cases: readonly CaseRow[], choice: BulkChoice) => {
    setRefusal(null)
    decide.mutate(
      { cases, choice },
      {
        onSuccess: answers => {
          const refused = new Set(answers.filter(each => !isApplied(each)).map(keyOf))
          setDialog(null)
          setResults(answers)
          void finish(cases.filter(row => refused.has(keyOf({ ...row, id: row.externalId }))))
        },
      },
    )
  }
  const open = (act: (cases: readonly CaseRow[]) => OpenDialog) => {
    setRefusal(null)
    ticked.collect().then(cases => setDialog(act(cases)), showError)
  }

  const { count } = ticked
  const limited =
    count > caseLimits.casesPerBulkDecision
      ? intl.formatMessage({ id: 'Cases.Bulk.Limit' }, { limit: caseLimits.casesPerBulkDecision })
      : offline
        ? intl.formatMessage({ id: 'Offline.Writes' })
        : undefined
  const managersOnly =
    queue.onlyManagersDecideInBulk && !queue.rights.manage
      ? intl.formatMessage({ id: 'Cases.Bulk.ManagersOnly' })
      : undefined
  const action = (more: BulkAction, reason = limited): BulkAction => ({
    ...more,
    ...(reason === undefined ? {} : { disabledReason: reason }),
  })
  const change = (kind: ChangeKind, labelId: string): BulkAction =>
    action({
      id: kind,
      label: intl.formatMessage({ id: labelId }),
      onSelect: () => open(cases => ({ kind, rows: cases })),
    })
  const actions = [
    ...(queue.rights.review
      ? decisions.map(decision => {
          const style = styles[decision.caseAction]
          return action(
            {
              id: `decide ${decision.name}`,
              label: intl.formatMessage({ id: 'Cases.Bulk.Decide' }, { decision: decision.name, count }),
              ...(style ? { decision: style } : {}),
              onSelect: () => open(cases => ({ kind: 'decision', decision, rows: cases })),
            },
            managersOnly ?? limited,
          )
        })
      : []),
    ...(can('cases.assign', 'write') ? [change('assign', 'Queues.Assign')] : []),
    ...(queue.rights.manage ? [change('transfer', 'Queues.Transfer')] : []),
    ...(queue.rights.review ? [change('tag', 'Cases.Tag')] : []),
  ]
  const changeDialog = dialog !== null && dialog.kind !== 'decision' ? changeDialogs[dialog.kind] : null
  return {
    bar: (
      <>
        <BulkActionBar actions={actions} shown={decisions.length + 3} {...batch.barProps} />
        {limited === undefined ? null : <span className="text-xs text-fg-secondary">{limited}</span>}
      </>
    ),
    dialogs: (
      <>
        {dialog?.kind === 'decision' ? (
          <BulkDecisionDialog
            decision={dialog.decision}
            rows={dialog.rows}
            running={decide.isPending}
            refusal={
              refusal === null ? null : intl.formatMessage({ id: refusal }, { limit: caseLimits.casesPerBulkDecision })
            }
            onSubmit={choice => submit(dialog.rows, choice)}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog !== null && changeDialog !== null ? (
          <changeDialog.Dialog
            queue={queue}
            count={dialog.rows.length}
            onSubmit={apply => {
              setDialog(null)
              void batch.run({
                label: intl.formatMessage({ id: changeDialog.progressId }),
                rows: dialog.rows,
                change: apply,
              })
            }}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {results === null ? null : <BulkResultDialog results={results} onClose={() => setResults(null)} />}
      </>
    ),
  }
}
