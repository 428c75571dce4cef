import { type Environment, type RoleId, roleNameIn } from '@assay/risk-service/contract'

/** Names of roles in an environment, in one line. */
export const roleNamesOf = (roles: readonly { role: RoleId }[], kind: Environment['kind']): string =>
  roles.map(({ role }) => roleNameIn(role, kind)).join(', ')
