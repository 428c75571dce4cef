import { Button, EmptyState } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { useHref } from '../../../platform/environments/environments.tsx'

/** In place of the user's queues: the way to all of them. */
export function NoAssignedQueues() {
  const href = useHref()
  return (
    <div className="rounded-card border border-line-subtle bg-surface">
      <EmptyState
        kind="first-use"
        level={2}
        title={<FormattedMessage id="Queues.None.assigned" />}
        description={<FormattedMessage id="Queues.None.assigned.Text" />}
        actions={
          <Button asChild>
            <Link to={href(queuesPath, new URLSearchParams({ show: 'all' }))}>
              <FormattedMessage id="Queues.ShowAll" />
            </Link>
          </Button>
        }
      />
    </div>
  )
}
