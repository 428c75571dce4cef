import { type CaseFilter, type CaseRow, caseLimits, type Queue } from '@assay/risk-service/contract'
import { useState } from 'react'
import { client } from '../../../platform/api/client.ts'

interface TickedCasesInput {
  queue: Pick<Queue, 'id' | 'environmentId'>
  filter: CaseFilter
  rows: readonly CaseRow[]
  /** Number of cases that match the filter. */
  total: number | undefined
}

const none: ReadonlyMap<string, CaseRow> = new Map()

/**
 * Cases of the pending view that are ticked. One that left the view meanwhile, because somebody else reviews it, stays
 * ticked: the service says what became of it.
 */
export function useTickedCases({ queue, filter, rows, total }: TickedCasesInput) {
  const [ticked, setTicked] = useState(none)
  // All that match are those of one filter only.
  const filterKey = JSON.stringify(filter)
  const [allOf, setAllOf] = useState<string | null>(null)
  const all = allOf === filterKey
  const setIds = (ids: ReadonlySet<string>) =>
    setTicked(
      previous =>
        new Map(
          [...ids].flatMap(id => {
            const row = rows.find(each => each.id === id) ?? previous.get(id)
            return row ? [[id, row] as const] : []
          }),
        ),
    )
  return {
    ids: new Set(ticked.keys()) as ReadonlySet<string>,
    setIds,
    all,
    setAll: (next: boolean) => setAllOf(next ? filterKey : null),
    count: all ? (total ?? rows.length) : ticked.size,
    /** The ticked cases; those that match and are not loaded yet are read. */
    collect: async (): Promise<readonly CaseRow[]> => {
      if (!all) return [...ticked.values()]
      const page = await client.queues.cases({
        environmentId: queue.environmentId,
        queueId: queue.id,
        view: 'pending',
        filter,
        limit: caseLimits.casesPerBulkDecision,
      })
      return page.rows as CaseRow[]
    },
    /** Leaves these cases ticked and no other. */
    retain: (failed: readonly CaseRow[]) => {
      setAllOf(null)
      setTicked(new Map(failed.map(row => [row.id, row])))
    },
  }
}

export type TickedCases = ReturnType<typeof useTickedCases>
