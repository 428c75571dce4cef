import { Button, EmptyState } from '@assay/design-system'
import { graphLimits } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

interface GraphErrorProps {
  error: unknown
  onRetry: () => void
  /** What the button of a request that took too long does; the graph is read again by default. */
  retry?: 'Explorer.Reload' | 'Explorer.FindRings' | 'Explorer.Path'
}

/** Why the graph did not answer: it took too long, in which case less of it can be requested, or something failed. */
export function GraphError({ error, onRetry, retry = 'Explorer.Reload' }: GraphErrorProps) {
  const failure = readApiError(error)
  if (failure.kind !== 'conflict' || failure.reason !== 'search.timeout')
    return <QueryError error={error} onRetry={onRetry} />
  return (
    <EmptyState
      kind="no-results"
      className="flex-1"
      title={<FormattedMessage id="Search.TimedOut" values={{ count: graphLimits.seconds }} />}
      description={<FormattedMessage id="Search.Cancelled.Text" />}
      actions={
        <Button onClick={onRetry}>
          <FormattedMessage id={retry} />
        </Button>
      }
    />
  )
}
