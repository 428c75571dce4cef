import { Button, EmptyState, ListPage, SkeletonRows } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useParams } from 'react-router-dom'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useQueue } from '../use-queue.ts'
import { QueueContent } from './queue-content.tsx'

/** A queue with its cases: what waits, who reviews what, and what is parked. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const environment = useEnvironment()
  const { queueId = 'general' } = useParams()
  const { query, queue, deleted } = useQueue(queueId)
  useTitle(queue?.name ?? intl.formatMessage({ id: 'Queues.Title' }))
  if (queue)
    return (
      <QueueContent
        key={queue.id}
        queue={queue}
        deleted={deleted}
        stale={query.isError && !deleted}
        updatedAt={query.dataUpdatedAt}
        onRefresh={() => void query.refetch()}
      />
    )
  if (query.isError)
    return errorKindOf(query.error) === 'missing' ? (
      <EmptyState
        page
        kind="no-results"
        title={<FormattedMessage id="Queues.NotFound" />}
        description={
          <FormattedMessage
            id="Queues.NotFound.Text"
            values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
          />
        }
        actions={
          <Button asChild>
            <Link to={href(queuesPath)}>
              <FormattedMessage id="Queues.ShowAll" />
            </Link>
          </Button>
        }
      />
    ) : (
      <QueryError page error={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <ListPage
      name={intl.formatMessage({ id: 'Queues.Title' })}
      state="loading"
      skeleton={<SkeletonRows rows={5} />}
      header={null}
    >
      {null}
    </ListPage>
  )
}
