import type { Case, CaseRow } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../../platform/api/client.ts'
import { caseInputOf, useCaseLinks } from '../../../../platform/cases/case-links.ts'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { type Refusal, refusalOf } from '../model/refusal.ts'
import { useCaseUpdate } from '../model/use-case.ts'

/** A queue without a case that the caller could review now. */
export interface EmptyQueue {
  id: string
  environmentId: string
  name: string
  /** Number of cases that others review. */
  underReview: number
}

/** The first cases of the queue: enough to know which follows a case, and where it stands. */
const pageSize = 50
/** How long an event is used as it was fetched ahead: milliseconds. */
const eventStaleTime = 30_000

export interface QueuePlace {
  /** The case that is probably next: others may be faster. */
  following: CaseRow | null
  /** The case before this one in the order of the queue. */
  previous: CaseRow | null
  /** Place of the case in its queue, from 1; null when it does not wait, or further back. */
  position: number | null
  /** Number of cases that wait. */
  waiting: number | null
}

/** Where a case stands in its queue. The event of the case that follows is fetched ahead, without a lock. */
export function useQueuePlace(row: Case): QueuePlace {
  const queries = useQueryClient()
  const { environmentId, queueId, id } = row
  const { data } = useQuery(
    api.queues.cases.queryOptions({
      input: { environmentId, queueId, view: 'pending', limit: pageSize },
      staleTime: 5_000,
    }),
  )
  const rows = data?.rows ?? []
  const index = rows.findIndex(each => each.id === id)
  const following = (index < 0 ? rows[0] : rows[index + 1]) ?? null
  useEffect(() => {
    if (following === null) return
    void queries.prefetchQuery(
      api.events.get.queryOptions({ input: caseInputOf(following), staleTime: eventStaleTime }),
    )
  }, [queries, following])
  return {
    following,
    previous: index > 0 ? (rows[index - 1] ?? null) : null,
    position: index < 0 ? null : index + 1,
    waiting: data?.total ?? null,
  }
}

interface NextCase {
  /** Starts the review of the next case of the queue and opens it. */
  start: (queue: Pick<EmptyQueue, 'id' | 'environmentId' | 'name'>) => void
  starting: boolean
}

/**
 * The next case of a queue: the one that the caller reviews there already, else the first free one.
 * @param onEmpty there is none
 * @param onRefused the service has refused to start another review
 */
export function useNextCase(
  onEmpty: (queue: EmptyQueue) => void,
  onRefused: (refusal: Refusal) => void,
  row: Case,
): NextCase {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const update = useCaseUpdate()
  const { caseHref } = useCaseLinks()
  const { mutate, isPending } = useApiMutation({
    mutationFn: ({ id, environmentId }: Pick<EmptyQueue, 'id' | 'environmentId' | 'name'>) =>
      client.queues.next({ environmentId, queueId: id }),
    onSuccess: ({ case: next, underReview }, queue) => {
      void queries.invalidateQueries({ queryKey: api.queues.key() })
      void queries.invalidateQueries({ queryKey: api.cases.unfinished.key() })
      if (!next) return onEmpty({ ...queue, underReview })
      update(next)
      return navigate(caseHref(next))
    },
    onError: error => {
      const refusal = refusalOf(error, row)
      if (refusal) onRefused(refusal)
      return refusal !== null
    },
  })
  return { start: mutate, starting: isPending }
}
