import { Button } from '@assay/design-system'
import type { CaseFilter, CaseRow, Queue } from '@assay/risk-service/contract'
import type { ReactNode, RefObject } from 'react'
import { FormattedMessage } from 'react-intl'
import { useBulkActions } from '../bulk/use-bulk-actions.tsx'
import type { TickedCases } from '../bulk/use-ticked-cases.ts'
import { rowAboveLine } from '../saving/break-even.ts'
import { BreakEvenBar, BreakEvenLine } from '../saving/break-even-bar.tsx'
import { CaseGrid, type CaseRows, mayTick } from './case-grid.tsx'
import { NoCases } from './case-messages.tsx'
import type { CaseOrder } from './use-case-rows.ts'

interface PendingSectionProps {
  queue: Queue
  cases: CaseRows
  ticked: TickedCases
  filter: CaseFilter
  order: CaseOrder | null
  filterBar: ReactNode
  grid: RefObject<HTMLDivElement | null>
  /** Starts the review of a row; null where the order is fixed for the caller. */
  onStart: ((row: CaseRow) => void) | null
  onOrder: (order: CaseOrder | null) => void
  onClearFilter: () => void
}

/** Cases that wait, with what can be done to those that are ticked. */
export function PendingSection({ queue, cases, ticked, onStart, ...grid }: PendingSectionProps) {
  const { bar, dialogs } = useBulkActions({ queue, rows: cases.rows, ticked, refresh: cases.refresh })
  const { breakEven } = cases
  const above = rowAboveLine(cases.rows, breakEven)
  return (
    <>
      <CaseGrid
        {...grid}
        queue={queue}
        view="pending"
        labelId="Cases.Grid.pending"
        cases={cases}
        selection={
          mayTick(queue)
            ? { ids: ticked.ids, onIds: ticked.setIds, all: ticked.all, onAll: ticked.setAll, actions: bar }
            : undefined
        }
        rowActions={
          onStart
            ? row => (
                <Button size="sm" tabIndex={-1} onClick={() => onStart(row)}>
                  <FormattedMessage id="Queues.Start" />
                </Button>
              )
            : undefined
        }
        notice={
          breakEven === null ? undefined : (
            <BreakEvenBar queue={queue} breakEven={breakEven} total={cases.total ?? cases.rows.length} />
          )
        }
        boundary={
          above && breakEven
            ? { after: above.id, content: <BreakEvenLine queue={queue} breakEven={breakEven} /> }
            : undefined
        }
        empty={<NoCases queue={queue} view="pending" />}
      />
      {dialogs}
    </>
  )
}
