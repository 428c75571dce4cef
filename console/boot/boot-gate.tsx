import { Button, ErrorState, NavShell, setScoreLimits, TopBar } from '@assay/design-system'
import type { Session } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../platform/api/client.ts'
import { correlationIdOf } from '../platform/api/correlation-ids.ts'
import { setRequestContext } from '../platform/api/request-context.ts'
import { recordTenantName, SignInError, signOut } from '../platform/session/index.ts'
import { SignInErrorPage } from '../platform/session/session-pages.tsx'
import { logLevels, setTelemetryContext, trackError } from '../platform/telemetry/telemetry.ts'

/** Stores the result of the boot routine for later calls: user, roles, environments, tenant configuration. */
function applySession(session: Session): void {
  setRequestContext(session)
  recordTenantName({ id: session.tenant.id, name: session.tenant.name })
  setScoreLimits(session.tenant.scoreLimits)
}

/** The boot routine: loads the session, and then renders the pages. */
export function BootGate({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(api.session.get.queryOptions({ staleTime: 60_000 }))
  // Before the first page renders, because its calls send this context.
  if (data) applySession(data as Session)
  const roles = data?.tenantConfiguration.assignedRoles
  useEffect(() => {
    if (roles) setTelemetryContext({ assignedRoles: roles })
  }, [roles])
  const failed = error !== null && !data
  useEffect(() => {
    if (failed) trackError(error, logLevels.critical)
  }, [failed, error])
  if (data) return children
  if (!failed) return fallback
  if (error instanceof SignInError) return <SignInErrorPage error={error} fallback={fallback} />
  const correlationId = correlationIdOf(error)
  return (
    <NavShell brand={{ name: 'Assay', href: '/' }} items={[]} topBar={<TopBar>{null}</TopBar>}>
      <ErrorState
        variant="page"
        title={<FormattedMessage id="Boot.Failed.Title" />}
        description={<FormattedMessage id="Boot.Failed.Description" />}
        {...(correlationId ? { correlationId } : {})}
        onRetry={() => void refetch()}
        retrying={isFetching}
        actions={
          <Button onClick={() => void signOut()}>
            <FormattedMessage id="Shell.Account.SignOut" />
          </Button>
        }
      />
    </NavShell>
  )
}
