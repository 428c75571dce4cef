import type { AuditContext } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'

/** The actor of a call, as the activity log stores it. */
export const auditOf = ({
  ports,
  principal,
  actorRoles,
  correlationId,
  environmentId,
}: Pick<EnvironmentCallContext, 'ports' | 'principal' | 'actorRoles' | 'correlationId'> & {
  environmentId: string
}): AuditContext => ({ ports, principal, roles: actorRoles, correlationId, environmentId })
