/** Tenants, the roles of their principals, and the clients of the risk API with their credentials. */
import type { ColumnType, Generated } from 'kysely'
import type { SearchFailure, SearchState } from '../../contract/index.ts'
import type { Time, TimeDefault } from './column-types.ts'

export interface TenantTable {
  id: string
  name: string
  role_family: 'standard' | 'psp'
  demo: Generated<boolean>
  seeded: Generated<boolean>
  created_at: TimeDefault
}
/**
 * Whether a tenant has the search; without a row it was never switched on. `from_at` null: every stored event is found.
 * `prepared` of `environments` are ready while it is being prepared.
 */
export interface SearchSwitchTable {
  tenant_id: string
  state: SearchState
  from_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  requested_by: ColumnType<string | null, string | null | undefined, string | null>
  requested_by_name: ColumnType<string | null, string | null | undefined, string | null>
  prepared: Generated<number>
  environments: Generated<number>
  failure: ColumnType<SearchFailure | null, SearchFailure | null | undefined, SearchFailure | null>
}
export interface PrincipalTable {
  tenant_id: string
  id: string
  kind: 'user' | 'group' | 'application'
  name: string
  username: string
  /** Invited from outside of the tenant. */
  guest: Generated<boolean>
  /** Directory roles of the last sign-in. */
  directory_roles: ColumnType<string[], string[] | undefined, string[]>
  /** The last sign-in that changed something, or was the first of a day. */
  signed_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** `environment_id` null: tenant-wide (Product admin). */
export interface RoleAssignmentTable {
  tenant_id: string
  environment_id: string | null
  principal_id: string
  role: string
  created_at: TimeDefault
  assigned_by_name: ColumnType<string | null, string | null | undefined, string | null>
  /** From when on `role_use` names the last use. */
  use_recorded_from: TimeDefault
}
/** A user in a group, as the user's last sign-in named it. */
export interface GroupMemberTable {
  tenant_id: string
  group_id: string
  member_id: string
}
/** A preview of the console with the rights of somebody else, or of roles alone; `ended_at` null: it may go on. */
export interface RightsPreviewTable {
  id: string
  tenant_id: string
  /** Who previews. */
  principal_id: string
  environment_id: string
  kind: 'user' | 'group' | 'roles'
  subject_id: string | null
  name: string
  roles: string[]
  started_at: Time
  ends_at: Time
  ended_at: ColumnType<Date | null, Date | null | undefined, Date>
}
/** Somebody who was invited and has not signed in yet. */
export interface InvitationTable {
  tenant_id: string
  principal_id: string
  address: string
  invited_at: Time
  expires_at: Time
}
/** A role that the invited person gets with the first sign-in. */
export interface InvitationRoleTable {
  tenant_id: string
  principal_id: string
  environment_id: string | null
  role: string
  created_at: TimeDefault
  assigned_by_name: string | null
}
/** The last day on which a call needed a role of a user or group; `environment_id` null: tenant-wide. */
export interface RoleUseTable {
  tenant_id: string
  principal_id: string
  role: string
  environment_id: string | null
  used_on: string
}
export interface ApiClientTable {
  client_id: string
  tenant_id: string
  environment_id: string
  principal_id: string
  display_name: string
  created_at: TimeDefault
}
/** The latest call or token request of a client, exact to some seconds. */
export interface ApiClientUseTable {
  client_id: string
  last_used_at: Time
}
/** Credential of a client: `secret_hash`, or `certificate` (PEM) with its thumbprints in upper-case hex. */
export interface ApiClientCredentialTable {
  id: string
  client_id: string
  secret_hash: string | null
  certificate: string | null
  thumbprint: string | null
  thumbprint_sha256: string | null
  created_at: TimeDefault
  expires_at: Time
  /** The latest call or token request with it, exact to some seconds. */
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** Calls and token requests of a credential from one source in one minute. */
export interface CredentialCallMinuteTable {
  client_id: string
  /** Empty: the tokens do not name their credential. */
  credential_id: string
  minute: Time
  kind: 'token' | 'call'
  /** Address without its masked part. */
  source: string
  calls: number
  refused: number
  last_at: Time
}
/** A credential that was removed with the tokens that were issued for it. */
export interface RevokedCredentialTable {
  credential_id: string
  client_id: string
  revoked_at: Time
}
/** The last brown-out of a credential. */
export interface CredentialBrownOutTable {
  credential_id: string
  id: string
  percent: number
  started_at: Time
  ends_at: Time
  started_by_name: string
  /** Calls and token requests while it was active, and how many it refused. */
  calls: Generated<number>
  refused: Generated<number>
}
