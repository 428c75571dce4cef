import { Button, Card, CardBody, CardHeader, EmptyState } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../../platform/api/client.ts'
import { queuesPath, useCaseLinks } from '../../../../platform/cases/case-links.ts'
import { useHref } from '../../../../platform/environments/environments.tsx'
import type { EmptyQueue } from './use-advance.ts'

/** The queue has no case for the caller: others that have work, and the way back. */
export function AllDone({ queue }: { queue: EmptyQueue }) {
  const href = useHref()
  const { queueHref } = useCaseLinks()
  const { data } = useQuery(
    api.queues.list.queryOptions({ input: { environmentId: queue.environmentId }, staleTime: 0 }),
  )
  const others = (data ?? []).filter(({ id, counts, rights }) => id !== queue.id && counts.pending > 0 && rights.review)
  return (
    <div className="mx-auto flex w-full max-w-dialog-md flex-col gap-3 p-page">
      <EmptyState
        kind="done"
        page
        title={<FormattedMessage id="Review.Case.AllDone.Title" />}
        description={
          <FormattedMessage
            id={queue.underReview > 0 ? 'Review.Case.AllDone.UnderReview' : 'Review.Case.AllDone.Text'}
            values={{ queue: <bdi key="queue">{queue.name}</bdi>, count: queue.underReview }}
          />
        }
        actions={
          <Button variant="primary" asChild>
            <Link to={href(queuesPath)}>
              <FormattedMessage id="Review.Case.AllDone.Queues" />
            </Link>
          </Button>
        }
      />
      {others.length > 0 ? (
        <Card>
          <CardHeader title={<FormattedMessage id="Review.Case.AllDone.Others" />} />
          <CardBody>
            <ul className="flex flex-col">
              {others.map(other => (
                <li key={other.id} className="flex min-h-fact-row items-center justify-between gap-3">
                  <Link className="min-w-0 truncate text-link underline" to={queueHref(other)}>
                    <bdi>{other.name}</bdi>
                  </Link>
                  <span className="shrink-0 text-fg-secondary">
                    <FormattedMessage id="Review.Case.Waiting" values={{ count: other.counts.pending }} />
                  </span>
                </li>
              ))}
            </ul>
          </CardBody>
        </Card>
      ) : null}
    </div>
  )
}
