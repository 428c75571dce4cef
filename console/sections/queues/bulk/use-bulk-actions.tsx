import { type BulkAction, BulkActionBar } from '@assay/design-system'
import { type CaseRow, caseLimits, type Queue } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { useBulkDecision } from '../../../platform/cases/bulk/use-bulk-decision.tsx'
import { useOfferedDecisions } from '../../../platform/cases/bulk/use-offered-decisions.ts'
import { decisionLook } from '../../../platform/cases/decisions/decision-choices.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AssignCasesDialog, TagCasesDialog, TransferCasesDialog } from './case-change-dialogs.tsx'
import { useCaseBatch } from './use-case-batch.ts'
import type { TickedCases } from './use-ticked-cases.ts'

const changeDialogs = {
  assign: { Dialog: AssignCasesDialog, progressId: 'Cases.Assign.Progress' },
  transfer: { Dialog: TransferCasesDialog, progressId: 'Cases.Transfer.Progress' },
  tag: { Dialog: TagCasesDialog, progressId: 'Cases.Tag.Progress' },
} as const
type ChangeKind = keyof typeof changeDialogs
interface OpenDialog {
  rows: readonly CaseRow[]
  kind: ChangeKind
}

interface BulkActionsInput {
  queue: Queue
  rows: readonly CaseRow[]
  ticked: TickedCases
  /** Reads the view again after a change. */
  refresh: () => Promise<unknown>
}

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
  const { environmentId } = queue
  const eventTypes = [...new Set(queue.assessment === null ? rows.map(row => row.eventType) : [queue.assessment])]
  const decisions = useOfferedDecisions(environmentId, eventTypes, queue)

  const finish = async (failed: readonly CaseRow[]) => {
    ticked.retain(failed)
    await refresh()
  }
  const batch = useCaseBatch(failed => void finish(failed))
  const bulk = useBulkDecision<CaseRow>({ environmentId, onFinished: failed => void finish(failed) })
  const collect = (act: (cases: readonly CaseRow[]) => void) => {
    ticked.collect().then(act, showError)
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
      onSelect: () => collect(cases => setDialog({ kind, rows: cases })),
    })
  const actions = [
    ...(queue.rights.review
      ? decisions.map(decision => {
          const style = decisionLook(decision)
          return action(
            {
              id: `decide ${decision.name}`,
              label: intl.formatMessage({ id: 'Cases.Bulk.Decide' }, { decision: decision.name, count }),
              ...(style ? { decision: style } : {}),
              onSelect: () => collect(cases => bulk.open(decision, cases)),
            },
            managersOnly ?? limited,
          )
        })
      : []),
    ...(can('cases.assign', 'write') ? [change('assign', 'Queues.Assign')] : []),
    ...(queue.rights.manage ? [change('transfer', 'Queues.Transfer')] : []),
    ...(queue.rights.review ? [change('tag', 'Cases.Tag')] : []),
  ]
  const changeDialog = dialog === null ? null : changeDialogs[dialog.kind]
  return {
    bar: (
      <>
        <BulkActionBar actions={actions} shown={decisions.length + 3} {...batch.barProps} />
        {limited === undefined ? null : <span className="text-xs text-fg-secondary">{limited}</span>}
      </>
    ),
    dialogs: (
      <>
        {bulk.dialogs}
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
      </>
    ),
  }
}
