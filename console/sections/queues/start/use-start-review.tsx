import { Button, Dialog, DialogContent } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf, queuesPath, useCaseLinks } from '../../../platform/cases/case-links.ts'
import {
  openedState,
  type QueueStart,
  type QueueStartAnswer,
  reviewStart,
  type StartedQueue,
} from '../../../platform/cases/review-start.ts'
import { useCaseUpdate } from '../../../platform/cases/use-case-update.ts'
import { useCaseAhead, useEventPrefetch, useOpenCase } from '../../../platform/cases/use-open-case.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

type Outcome = { kind: 'done'; queue: StartedQueue; underReview: number } | { kind: 'limit'; limit: number }

interface StartReview {
  /** Takes the next case of a queue and opens its page. */
  start: (queue: StartedQueue) => void
  /** The queue whose next case is being taken. */
  startingId: string | null
  /** Dialog about a queue without a free case, or about too many open ones. */
  dialog: ReactNode
}

/**
 * Starts the review of the next case of a queue: the one that the caller reviews there, else the first free one. The page
 * of the case that is probably next opens at once when it has been fetched; it follows what the service answers.
 * @param likely the case that is probably next: it is fetched before it is asked for
 */
export function useStartReview(likely?: CaseAddress): StartReview {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const openCase = useOpenCase()
  const update = useCaseUpdate()
  const prefetchEvent = useEventPrefetch()
  useCaseAhead(likely)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mutate, isPending, variables } = useApiMutation({
    mutationKey: reviewStart,
    mutationFn: ({ queue: { id, environmentId } }: QueueStart): Promise<QueueStartAnswer> => {
      if (likely) prefetchEvent(likely)
      return client.queues.next({ environmentId, queueId: id })
    },
    onSuccess: ({ case: next, underReview }, { queue, opened }) => {
      if (next === null) return opened ? undefined : setOutcome({ kind: 'done', queue, underReview })
      if (!opened) return openCase(next)
      update(next)
      prefetchEvent(next)
    },
    onError: (error, { opened }) => {
      // Its page says why the review cannot begin.
      if (opened) void queries.invalidateQueries({ queryKey: caseKeyOf(opened.address) })
      const conflict = conflictErrorOf(error)
      if (conflict?.reason !== 'locks.limit') return false
      if (!opened) setOutcome({ kind: 'limit', limit: conflict.limit ?? caseLimits.locksPerReviewer })
      return true
    },
    // The page of the case does not wait for the lists that the start makes outdated.
    onSettled: () => {
      for (const queryKey of [api.queues.list.key(), api.cases.unfinished.key()])
        void queries.invalidateQueries({ queryKey })
    },
  })
  /** Its event is here, and nothing that is known prevents the review. */
  const isReady = (address: CaseAddress, queueId: string): boolean => {
    const row = queries.getQueryData(caseKeyOf(address))
    const event = queries.getQueryData(api.events.get.queryKey({ input: caseInputOf(address) }))
    return event !== undefined && row?.queueId === queueId && row.own.startRefusal === null
  }
  const start = (queue: StartedQueue) => {
    if (queries.isMutating({ mutationKey: reviewStart }) > 0) return
    const opened = likely && isReady(likely, queue.id) ? { address: likely, mark: crypto.randomUUID() } : null
    mutate({ queue, opened })
    if (opened) void navigate(caseHref({ ...opened.address, queueId: queue.id }), { state: openedState(opened.mark) })
  }
  return {
    start,
    startingId: isPending ? variables.queue.id : null,
    dialog: outcome === null ? null : <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />,
  }
}

const caseKeyOf = (address: CaseAddress) => api.cases.get.queryKey({ input: caseInputOf(address) })

function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const href = useHref()
  const limited = outcome.kind === 'limit'
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id={limited ? 'Queues.Start.Limit.Title' : 'Queues.Start.Done.Title'} />}
        description={
          outcome.kind === 'limit' ? (
            <FormattedMessage id="Queues.Start.Limit.Text" values={{ count: outcome.limit }} />
          ) : (
            <FormattedMessage
              id={outcome.underReview > 0 ? 'Queues.Start.Done.UnderReview' : 'Queues.Start.Done.Text'}
              values={{ queue: <bdi key="queue">{outcome.queue.name}</bdi>, count: outcome.underReview }}
            />
          )
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
            <Button variant="primary" asChild>
              <Link to={href(limited ? '/casemanagement' : queuesPath)} onClick={onClose}>
                <FormattedMessage id={limited ? 'Queues.Start.Limit.Open' : 'Queues.Start.Done.Queues'} />
              </Link>
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
