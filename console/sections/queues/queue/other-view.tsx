import { Button } from '@assay/design-system'
import type { CaseFilter, CaseRow, Queue, QueueView } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { useRowActions } from '../cases/use-row-actions.ts'
import { CaseGrid } from './case-grid.tsx'
import { NoCases } from './case-messages.tsx'
import { type CaseOrder, useCaseRows } from './use-case-rows.ts'

interface OtherViewProps {
  queue: Queue
  view: Exclude<QueueView, 'pending'>
  filter: CaseFilter
  order: CaseOrder | null
  actions: ReturnType<typeof useRowActions>
  onOrder: (order: CaseOrder | null) => void
  onClearFilter: () => void
  filterBar: ReactNode
}

/** Cases under review, on hold, escalated, or waiting for a second person, with the command for each. */
export function OtherView({ queue, view, filter, order, actions, ...grid }: OtherViewProps) {
  const offline = useOffline()
  const { session } = useEnvironments()
  const cases = useCaseRows({ queue, view, filter, order })
  const { rights } = queue
  const commands: Record<
    OtherViewProps['view'],
    (row: CaseRow) => { labelId: string; busy: boolean; run: () => void } | null
  > = {
    inReview: row =>
      rights.manage
        ? { labelId: 'Cases.ForceRelease', busy: actions.releasingId === row.id, run: () => actions.release(row) }
        : null,
    onHold: row =>
      rights.manage || row.hold?.owner.id === session.user.id
        ? { labelId: 'Cases.Resume', busy: actions.resumingId === row.id, run: () => actions.resume(row) }
        : null,
    escalated: row =>
      rights.review && (rights.manage || rights.supervise) && row.lock === null
        ? { labelId: 'Queues.Start', busy: false, run: () => actions.start(row) }
        : null,
    awaitingApproval: () => null,
  }
  return (
    <CaseGrid
      queue={queue}
      view={view}
      labelId={`Cases.Grid.${view}`}
      cases={cases}
      filter={filter}
      order={order}
      {...grid}
      rowActions={row => {
        const command = commands[view](row)
        return command === null ? null : (
          <Button size="sm" tabIndex={-1} loading={command.busy} disabled={offline} onClick={command.run}>
            <FormattedMessage id={command.labelId} />
          </Button>
        )
      }}
      empty={<NoCases queue={queue} view={view} />}
    />
  )
}
