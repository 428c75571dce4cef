import { Button, EmptyState } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { QueueScope } from './queue-selection.ts'

interface NoQueuesProps {
  scope: QueueScope
  /** A search excludes all queues of the scope. */
  searched: boolean
  onShowAll: () => void
  onClearSearch: () => void
}

/** Why no queue is shown, and what to do about it. */
export function NoQueues({ scope, searched, onShowAll, onClearSearch }: NoQueuesProps) {
  if (searched)
    return (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id="Queues.None.Search" />}
        actions={
          <Button onClick={onClearSearch}>
            <FormattedMessage id="Common.ClearSearch" />
          </Button>
        }
      />
    )
  return (
    <EmptyState
      kind={scope === 'overdue' ? 'done' : 'first-use'}
      title={<FormattedMessage id={`Queues.None.${scope}`} />}
      description={<FormattedMessage id={`Queues.None.${scope}.Text`} />}
      actions={
        scope === 'all' ? undefined : (
          <Button onClick={onShowAll}>
            <FormattedMessage id="Queues.ShowAll" />
          </Button>
        )
      }
    />
  )
}
