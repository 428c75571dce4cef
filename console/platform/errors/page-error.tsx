import { EmptyState, ErrorState } from '@assay/design-system'
import { ORPCError } from '@orpc/client'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRouteError } from 'react-router-dom'
import { correlationIdOf } from '../api/client.ts'
import { logLevels, trackError } from '../telemetry/telemetry.ts'

/** True when a part of the console could not be fetched: an old tab after an update, or no connection. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script|ChunkLoadError|preload CSS/i.test(`${error.name} ${error.message}`)
}

/** `page`: it stands in for the whole page. What a failed call means to the user: one sentence, what to do next, and the correlation id. */
export function QueryError({ error, onRetry, page = false }: { error: unknown; onRetry?: () => void; page?: boolean }) {
  const status = error instanceof ORPCError ? error.status : 0
  if (status === 403) {
    return <EmptyState page={page} kind="no-access" title={<FormattedMessage id="Errors.NoAccess.Title" />} description={<FormattedMessage id="Errors.NoAccess.Description" />} />
  }
  if (status === 404) {
    return <EmptyState page={page} kind="no-results" title={<FormattedMessage id="Errors.NotFound.Title" />} description={<FormattedMessage id="Errors.NotFound.Description" />} />
  }
  const correlationId = correlationIdOf(error)
  return (
    <ErrorState
      title={<FormattedMessage id="Errors.Failed.Title" />}
      description={<FormattedMessage id={status === 503 ? 'Errors.Busy.Description' : status === 0 ? 'Errors.Offline.Description' : 'Errors.Failed.Description'} />}
      {...(correlationId ? { correlationId } : {})}
      {...(onRetry ? { onRetry } : {})}
    />
  )
}

/** Error boundary of the routes: navigation stays usable around it. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => trackError(error, logLevels.critical), [error])
  if (isChunkError(error)) {
    return (
      <ErrorState title={<FormattedMessage id="Errors.Chunk.Title" />} description={<FormattedMessage id="Errors.Chunk.Description" />} onRetry={() => location.reload()} />
    )
  }
  return <QueryError error={error} onRetry={() => location.reload()} />
}
