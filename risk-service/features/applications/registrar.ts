import type { ApplicationRole, ConflictReason } from '../../contract/index.ts'
import type { AuditActor } from '../../kernel/audit.ts'
import type { ClientCertificate } from '../../ports/certificates.ts'
import type { Db } from '../../ports/database.ts'
import type { AssignedRole } from './read-clients.ts'

/** Who registers and changes clients. */
export interface Registrar {
  db: Db
  clock: () => Date
  newId: () => string
  actorIn: (tenantId: string) => AuditActor
  /** Refuses roles that the actor may neither assign nor revoke; whoever operates the service may do both. */
  assertMayAssign?: (changed: readonly RoleChange[]) => void
}
/** A role that is added to a client in an environment, or removed from it. */
export type RoleChange = Pick<AssignedRole, 'environmentId' | 'role'>
export interface NewClient {
  environmentId: string
  name: string
  roles: readonly ApplicationRole[]
  /** Null: a new client. */
  clientId: string | null
  credential: NewCredential
}
/**
 * A certificate, or a secret: the months for which it is valid, and its text where the caller made it; otherwise one is
 * generated.
 */
export type NewCredential = ClientCertificate | { months: number; secret?: string }
/** The issued credential; the secret is available here and nowhere else. */
export interface Issued {
  id: string
  expires: Date
  secret: string | null
  thumbprint: string | null
}

type ClientOption = 'client-id' | 'credential' | 'certificate' | 'environment' | 'roles'

/** Why a client is not registered or changed: a message, and the option that it concerns. */
export class ClientError extends Error {
  readonly option: ClientOption
  /** The reason of a conflict; null: what the option names does not exist or cannot be used. */
  readonly reason: ConflictReason | null
  constructor(option: ClientOption, message: string, reason: ConflictReason | null = null) {
    super(message)
    this.option = option
    this.reason = reason
  }
}
