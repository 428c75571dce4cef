import type { Case, CaseRow } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import { useCaseUpdate } from '../../../../platform/cases/use-case-update.ts'
import { caseStaleTime } from '../../../../platform/cases/use-open-case.ts'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { type Refusal, refusalOf } from '../model/refusal.ts'
import type { Advance, EmptyQueue } from './use-advance.ts'

/** The first cases of the queue: enough to know which follows a case, and where it stands. */
const pageSize = 50
/** How long an event is used as it was fetched ahead: milliseconds. */
const eventStaleTime = 30_000
/** How long after a case is shown the one that follows is fetched: milliseconds. */
const fetchAheadDelay = 150

export interface QueuePlace {
  /** The case that is probably next: others may be faster. */
  following: CaseRow | null
  /** The same one as soon as what its page shows has been fetched. */
  fetched: CaseRow | null
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
  const [fetchedId, setFetchedId] = useState<string | null>(null)
  useEffect(() => {
    if (following === null) return
    const input = caseInputOf(following)
    let superseded = false
    const fetchAhead = async () => {
      // The page repeats what fails: one part that cannot be read does not hold back all others.
      const ahead = { input, retry: false }
      await Promise.all([
        queries.prefetchQuery(api.events.get.queryOptions({ ...ahead, staleTime: eventStaleTime })),
        queries.prefetchQuery(api.cases.get.queryOptions({ ...ahead, staleTime: caseStaleTime })),
        queries.prefetchQuery(api.events.counterfactuals.queryOptions({ ...ahead, staleTime: eventStaleTime })),
        queries.prefetchQuery(api.cases.similar.queryOptions({ ...ahead, staleTime: eventStaleTime })),
      ])
      if (!superseded) setFetchedId(following.id)
    }
    // The page of this case comes first.
    const timer = setTimeout(() => void fetchAhead(), fetchAheadDelay)
    return () => {
      superseded = true
      clearTimeout(timer)
    }
  }, [queries, following])
  return {
    following,
    fetched: following?.id === fetchedId ? following : null,
    previous: index > 0 ? (rows[index - 1] ?? null) : null,
    position: index < 0 ? null : index + 1,
    waiting: data?.total ?? null,
  }
}

interface NextCase {
  /** Starts the review of the next case of the queue and opens it. */
  start: (queue: QueueName) => void
  starting: boolean
}

type QueueName = Pick<EmptyQueue, 'id' | 'environmentId' | 'name'>

/**
 * The next case of a queue: the one that the caller reviews there already, else the first free one.
 * @param onRefused the service has refused to start another review
 */
export function useNextCase(advance: Advance, onRefused: (refusal: Refusal) => void, row: Case): NextCase {
  const queries = useQueryClient()
  const update = useCaseUpdate()
  /** Also after a failure: the decision before has left this to the start of the next review. */
  const refetchWork = () => {
    for (const queryKey of [api.queues.key(), api.cases.unfinished.key()]) void queries.invalidateQueries({ queryKey })
  }
  const { mutate, isPending } = useApiMutation({
    mutationFn: ({ id, environmentId }: QueueName) => client.queues.next({ environmentId, queueId: id }),
    onSuccess: ({ case: next, underReview }, queue) => {
      refetchWork()
      if (!next) return advance.end({ ...queue, underReview })
      update(next)
      return advance.finish(next)
    },
    onError: error => {
      refetchWork()
      const refusal = refusalOf(error, row)
      if (refusal && advance.back(row)) {
        onRefused(refusal)
        return true
      }
      advance.stay()
      return false
    },
  })
  return { start: mutate, starting: isPending }
}
