import type { AuditContext } from '../../kernel/audit.ts'
import type { ConsoleContext, EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Ports } from '../../ports/index.ts'
import type { RetailConnector } from '../../ports/retail-connector.ts'

/** Who reads or changes the connection of an environment. */
export interface RetailCall extends AuditContext, Pick<ConsoleContext, 'testLimiter' | 'retail'> {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
}

export const retailCallOf = (
  { ports, principal, actorRoles, correlationId, testLimiter, retail }: EnvironmentCallContext,
  { environmentId }: { environmentId: string },
): RetailCall => ({ ports, principal, roles: actorRoles, correlationId, environmentId, testLimiter, retail })

/** @throws ConflictError where the installation has no application that retail environments issue tokens to */
export function requireConnector({ retail: { connector } }: RetailCall): RetailConnector {
  if (connector !== null) return connector
  throw new ConflictError('This installation has no application that is registered with retail environments.', {
    reason: 'retail.notAvailable',
  })
}
