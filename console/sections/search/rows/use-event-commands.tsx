import { lazyPart } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { type ReactNode, Suspense, useState } from 'react'
import type { BulkDecision } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { useBulkDecision } from '../../../platform/cases/bulk/use-bulk-decision.tsx'
import { useOfferedDecisions } from '../../../platform/cases/bulk/use-offered-decisions.ts'
import { useStartCase } from '../../../platform/cases/use-start-case.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { listedValues } from '../../../platform/event-actions/listed-values.ts'
import { EventRowMenu } from './event-row-menu.tsx'

const AddToListDialog = lazyPart(() =>
  import('../../../platform/event-actions/add-to-list-dialog.tsx').then(module => ({
    default: module.AddToListDialog,
  })),
)

const LabelDialog = lazyPart(() =>
  import('../../../platform/event-actions/label-dialog.tsx').then(module => ({ default: module.LabelDialog })),
)

interface EventCommandsInput {
  environmentId: string
  eventType: string
  /** Address of the page of an event. */
  hrefOf: (row: EventRow) => string
  /** Reads the events again after a change. */
  refresh: () => void
}

/** Commands on several events that were found. */
export interface EventCommands {
  /** Decisions that open cases can be given; none for who decides no case. */
  decisions: readonly BulkDecision[]
  onDecide: (decision: BulkDecision, rows: readonly EventRow[]) => void
  /** Adds values of the events to a list; undefined for who changes none. */
  onList: ((rows: readonly EventRow[]) => void) | undefined
  /** Sends a label for the events; undefined for who sends none. */
  onLabel: ((rows: readonly EventRow[]) => void) | undefined
}

/** What can be done with events that were found: one by one, several at once, and the dialogs that ask for more. */
export function useEventCommands({ environmentId, eventType, hrefOf, refresh }: EventCommandsInput): {
  rowActions: (row: EventRow) => ReactNode
  commands: EventCommands
  dialogs: ReactNode
} {
  const can = useCan()
  const [listed, setListed] = useState<readonly EventRow[] | null>(null)
  const [labelled, setLabelled] = useState<readonly EventRow[] | null>(null)
  const decisions = useOfferedDecisions(environmentId, [eventType])
  const bulk = useBulkDecision<EventRow>({ environmentId, onFinished: refresh })
  const start = useStartCase(refresh)
  const mayReview = can('cases.review', 'write')
  const mayLabel = can('actions.run', 'write')
  const support = can('lists.support', 'write')
  const custom = can('lists.custom', 'write')
  const mayList = support || custom
  return {
    rowActions: row => (
      <EventRowMenu
        row={row}
        href={hrefOf(row)}
        onStart={mayReview ? () => start(row) : undefined}
        onList={mayList ? () => setListed([row]) : undefined}
        onLabel={mayLabel ? () => setLabelled([row]) : undefined}
      />
    ),
    commands: {
      decisions,
      onDecide: bulk.open,
      onList: mayList ? setListed : undefined,
      onLabel: mayLabel ? setLabelled : undefined,
    },
    dialogs: (
      <>
        {bulk.dialogs}
        {listed === null ? null : (
          <Suspense fallback={null}>
            <AddToListDialog
              environmentId={environmentId}
              values={listedValues(listed)}
              count={listed.length}
              support={support}
              custom={custom}
              onClose={() => setListed(null)}
            />
          </Suspense>
        )}
        {labelled === null ? null : (
          <Suspense fallback={null}>
            <LabelDialog
              environmentId={environmentId}
              rows={labelled}
              onSent={refresh}
              onClose={() => setLabelled(null)}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
