import { Button, Dialog, DialogContent } from '@assay/design-system'
import { caseLimits, type Queue } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type CaseAddress, queuesPath } from '../../../platform/cases/case-links.ts'
import { reviewStart, useCaseAhead, useEventPrefetch, useOpenCase } from '../../../platform/cases/use-open-case.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

type StartedQueue = Pick<Queue, 'id' | 'environmentId' | 'name'>
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
 * Starts the review of the next case of a queue: the one that the caller reviews there, else the first free one.
 * @param likely the case that is probably next: it is fetched before it is asked for
 */
export function useStartReview(likely?: CaseAddress): StartReview {
  const openCase = useOpenCase()
  const prefetchEvent = useEventPrefetch()
  useCaseAhead(likely)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const mutation = useApiMutation({
    mutationKey: reviewStart,
    mutationFn: ({ id, environmentId }: StartedQueue) => {
      if (likely) prefetchEvent(likely)
      return client.queues.next({ environmentId, queueId: id })
    },
    invalidates: [api.queues.list.key(), api.cases.unfinished.key()],
    // The page of the case does not wait for the lists that the start makes outdated.
    onSuccess: ({ case: next, underReview }, queue) => {
      if (next) return openCase(next)
      setOutcome({ kind: 'done', queue, underReview })
    },
    onError: error => {
      const conflict = conflictErrorOf(error)
      if (conflict?.reason !== 'locks.limit') return false
      setOutcome({ kind: 'limit', limit: conflict.limit ?? caseLimits.locksPerReviewer })
      return true
    },
  })
  return {
    start: mutation.mutate,
    startingId: mutation.isPending ? mutation.variables.id : null,
    dialog: outcome === null ? null : <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />,
  }
}

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
