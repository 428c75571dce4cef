import type { AssignedRole, RegisteredClient } from './read-clients.ts'

/** Returns a client for the audit log; of a secret only that it exists. */
export const auditSnapshot = ({ clientId, name, environmentId, roles, assigned, credentials }: RegisteredClient) => ({
  clientId,
  name,
  roles,
  ...elsewhereOf(assigned.filter(each => each.environmentId !== environmentId)),
  credentials: credentials.map(({ id, kind, thumbprint, expires }) => ({
    id,
    kind,
    thumbprint,
    expires: expires.toISOString(),
  })),
})

const elsewhereOf = (assigned: readonly AssignedRole[]) =>
  assigned.length === 0 ? {} : { elsewhere: assigned.map(({ environmentId, name }) => ({ environmentId, role: name })) }
