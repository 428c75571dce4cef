import { Button, EmptyState, ErrorState } from '@assay/design-system'
import { defined } from '@assay/risk-service/contract'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { type ApiErrorKind, readApiError } from '../api/api-error.ts'
import { NoAccess } from '../permissions/no-access.tsx'
import { SignInError } from '../session/identity/sign-in-error.ts'
import { SignInErrorPage } from '../session/session-pages.tsx'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { isChunkError } from './chunk-errors.ts'

/** Title and what to do, for the failures that have words of their own. */
const texts: Partial<Record<ApiErrorKind, { title: string; description: string }>> = {
  offline: { title: 'Errors.Failed.Title', description: 'Errors.Offline.Description' },
  busy: { title: 'Errors.Failed.Title', description: 'Errors.Busy.Description' },
  timeout: { title: 'Errors.Failed.Title', description: 'Errors.Timeout.Description' },
  tooMany: { title: 'Errors.Failed.Title', description: 'Errors.TooMany.Description' },
}

/**
 * `page`: it stands in for the whole page. What a failed call means to the user: one sentence, what to do next, and the
 * correlation id.
 */
export function QueryError({ error, onRetry, page = false }: { error: unknown; onRetry?: () => void; page?: boolean }) {
  const failure = readApiError(error)
  if (error instanceof SignInError) return <SignInErrorPage error={error} />
  if (failure.kind === 'noAccess') {
    const { capability, required } = failure
    return <NoAccess page={page} {...defined({ capability, required })} />
  }
  // A page requests what its address names: when that is impossible, a retry does not help.
  if (failure.kind === 'missing' || (page && failure.kind === 'invalid')) {
    return (
      <EmptyState
        page={page}
        kind="no-results"
        title={<FormattedMessage id="Errors.NotFound.Title" />}
        description={<FormattedMessage id="Errors.NotFound.Description" />}
        {...(page ? { actions: <BackButton /> } : {})}
      />
    )
  }
  const { correlationId } = failure
  const issues =
    failure.kind === 'invalid'
      ? failure.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      : []
  const text = texts[failure.kind] ?? { title: 'Errors.Failed.Title', description: 'Errors.Failed.Description' }
  return (
    <ErrorState
      variant={page ? 'page' : 'panel'}
      title={<FormattedMessage id={text.title} />}
      description={<FormattedMessage id={text.description} />}
      {...(issues.length > 0
        ? {
            details: issues.map(issue => (
              <p key={issue}>
                <bdi>{issue}</bdi>
              </p>
            )),
          }
        : {})}
      {...(correlationId ? { correlationId } : {})}
      {...(onRetry ? { onRetry } : {})}
      {...(page ? { actions: <BackButton /> } : {})}
    />
  )
}

/** To the page before this one; a visit that began here returns to the list of this page, else to the start. */
function BackButton() {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  const back = () => (key === 'default' ? navigate(search === '' ? '/' : pathname, { replace: true }) : navigate(-1))
  return (
    <Button onClick={() => void back()}>
      <FormattedMessage id="Errors.Back" />
    </Button>
  )
}

/**
 * A part of the console did not arrive: in its place, with frame and other parts around it. `page`: it was the whole
 * page.
 */
export function ChunkError({ error, page = false }: { error: Error; page?: boolean }) {
  const details = `${error.name}: ${error.message}`
  return (
    <ErrorState
      kind="chunk-load"
      variant={page ? 'page' : 'panel'}
      title={<FormattedMessage id="Errors.Chunk.Title" />}
      description={<FormattedMessage id="Errors.Chunk.Description" />}
      details={
        <bdi dir="ltr" className="whitespace-pre-wrap">
          {details}
        </bdi>
      }
      actions={
        <Button onClick={() => location.reload()}>
          <FormattedMessage id="Errors.Chunk.Reload" />
        </Button>
      }
    />
  )
}

/** Error boundary of the routes: navigation stays usable around it. */
export function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const reported = isChunkError(error)
  useEffect(() => {
    // The loader of sections reports its own.
    if (!reported) trackError(error, logLevels.critical)
  }, [error, reported])
  if (reported) return <ChunkError page error={error} />
  return <QueryError page error={error} onRetry={() => void navigate(0)} />
}
