import type { CaseFilter, CaseRow, Queue, QueueOrder, QueueView } from '@assay/risk-service/contract'
import { caseLimits } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useLive } from '../../../platform/live/use-live-events.ts'
import { useCaseChanges } from '../use-case-changes.ts'
import { pollingInterval } from '../use-queue-list.ts'
import { mergeCaseRows } from './merge-case-rows.ts'

export interface CaseOrder {
  orderBy: QueueOrder
  direction: 'ascending' | 'descending'
}

interface CaseRowsInput {
  queue: Pick<Queue, 'id' | 'environmentId'>
  view: QueueView
  filter: CaseFilter
  /** Null: the order of the queue. */
  order: CaseOrder | null
}

interface ShownRows {
  key: string
  rows: readonly CaseRow[]
  waiting: number
}

/**
 * The cases of one view of a queue, page by page, brought up to date as they change.
 * @returns the rows on screen; `onPointer`, `onScroll` and `focused` say what somebody points at, so that no row moves
 *   there
 */
export function useCaseRows({ queue, view, filter, order }: CaseRowsInput) {
  const live = useLive()
  const input = {
    environmentId: queue.environmentId,
    queueId: queue.id,
    view,
    filter,
    ...(order ?? {}),
  }
  const query = useInfiniteQuery(
    api.queues.cases.infiniteOptions({
      input: (cursor: string | null) => ({ ...input, cursor, limit: caseLimits.page }),
      initialPageParam: null as string | null,
      getNextPageParam: page => page.next ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 5_000,
      refetchInterval: live ? false : pollingInterval,
    }),
  )
  const { data, refetch, isPlaceholderData } = query
  const fresh = useMemo(() => (data?.pages.flatMap(page => page.rows) ?? []) as CaseRow[], [data])
  const key = JSON.stringify(input)
  const [state, setState] = useState<ShownRows>({ key: '', rows: [], waiting: 0 })
  const [pointed, setPointed] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  const focusedId = useRef<string | null>(null)
  const acceptsAll = useRef(false)
  const frozen = pointed || scrolled
  useEffect(() => {
    if (isPlaceholderData) return
    const all = acceptsAll.current
    acceptsAll.current = false
    setState(previous =>
      all || previous.key !== key
        ? { key, rows: fresh, waiting: 0 }
        : { key, ...mergeCaseRows({ shown: previous.rows, fresh, focusedId: focusedId.current, frozen }) },
    )
  }, [fresh, frozen, key, isPlaceholderData])
  useCaseChanges(
    () => void refetch(),
    queue.id,
    // Events were missed: what is on screen may be far from what there is.
    () => {
      acceptsAll.current = true
    },
  )
  return {
    query,
    rows: state.key === key ? state.rows : fresh,
    waiting: state.key === key ? state.waiting : 0,
    total: data?.pages.at(-1)?.total,
    /** The line between cases that are worth their review and others; null where the rows are not in that order. */
    breakEven: data?.pages.at(-1)?.breakEven ?? null,
    /** Puts everything in the order of the service. */
    acceptAll: () => setState({ key, rows: fresh, waiting: 0 }),
    /** Reads again after an own change, of which all effects are shown. */
    refresh: () => {
      acceptsAll.current = true
      return refetch()
    },
    onPointer: setPointed,
    onScroll: (top: number) => setScrolled(top > 0),
    onFocusedId: (id: string | null) => {
      focusedId.current = id
    },
  }
}
