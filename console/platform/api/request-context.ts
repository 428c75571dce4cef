import type { Session } from '@assay/risk-service/contract'
import { azureRoles, tabAccount } from '../session/identity/tenant.ts'
import { backendTarget } from '../site/backend-target.ts'
import { apiBase, siteConfiguration } from '../site/site-configuration.ts'
import { telemetryContext } from '../telemetry/telemetry.ts'

/** Kind of environment that a call is about: decides which resource URI its token is for. */
type EnvironmentKind = 'production' | 'sandbox'
interface RequestContext {
  tenantId: string
  assignedRoles: readonly string[]
  kinds: ReadonlyMap<string, EnvironmentKind>
}

let context: RequestContext = { tenantId: '', assignedRoles: [], kinds: new Map() }

/** What every call sends once the session is loaded. */
export function setRequestContext(session: Pick<Session, 'tenant' | 'tenantConfiguration' | 'environments'>): void {
  context = {
    tenantId: session.tenant.id,
    assignedRoles: session.tenantConfiguration.assignedRoles,
    kinds: new Map(session.environments.map(({ id, kind }) => [id, kind])),
  }
}

/** The environment of a call: the one it names, else the one that is open. */
export function environmentOf(input: unknown): string {
  const named =
    typeof input === 'object' && input !== null && 'environmentId' in input ? input.environmentId : undefined
  return typeof named === 'string' ? named : telemetryContext().environmentId
}

export function environmentKindOf(environmentId: string): EnvironmentKind {
  return context.kinds.get(environmentId) ?? 'production'
}

/** Address of the console API: that of the chosen test backend, else that of the site configuration. */
export function consoleApiBase(): string {
  const target = backendTarget()
  return target ? `${target.baseUrl}/api/console` : apiBase(siteConfiguration().apis, 'Console', location.origin)
}

/** Base URL of the risk API of an environment's kind. */
function environmentBaseUrl(kind: EnvironmentKind): string {
  const target = backendTarget()
  return target
    ? `${target.baseUrl}/v1.0`
    : apiBase(siteConfiguration().apis, kind === 'sandbox' ? 'Sandbox_Risk_API' : 'Risk_API', location.origin)
}

/** What calls carry for tracing. The service authorises by the token and its own role store, never by these. */
interface TracingValues {
  correlationId: string
  environmentId: string
  tenantId: string
  assignedRoles: readonly string[]
  azureRoles: string
  environmentBaseUrl: string
  /** For test backends only: it is sent to no other origin. */
  customAuth: string | null
}

function tracingHeaders(values: TracingValues): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ms-correlation-id': values.correlationId,
    'x-ms-dfpenvid': values.environmentId,
    'x-ms-tenantid': values.tenantId,
    'x-assay-assigned-roles': values.assignedRoles.join(','),
    'x-assay-azure-roles': values.azureRoles,
    'x-assay-environment-base-url': values.environmentBaseUrl,
    'x-assay-custom-auth': values.customAuth ?? '',
  }
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}

export function headersOf(correlationId: string, input: unknown): Record<string, string> {
  const environmentId = environmentOf(input)
  const target = backendTarget()
  return tracingHeaders({
    correlationId,
    environmentId,
    tenantId: context.tenantId || (tabAccount()?.tenantId ?? ''),
    assignedRoles: context.assignedRoles,
    azureRoles: azureRoles(),
    environmentBaseUrl: environmentBaseUrl(environmentKindOf(environmentId)),
    customAuth: target ? [target.name, target.value].filter(Boolean).join('=') : null,
  })
}
