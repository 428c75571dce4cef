import type { Capability, RoleId } from '../contract/index.ts'

interface RoleOfPrincipal {
  role: RoleId
  environmentId: string | null
  since?: Date | undefined
  groupId?: string | undefined
}
/** A preview of the console with the rights of somebody else, or of roles. */
export interface RightsPreview {
  id: string
  /** Whose rights: a person, a group, or roles alone. */
  kind: 'user' | 'group' | 'roles'
  /** Null: roles alone. */
  subjectId: string | null
  name: string
  roles: readonly RoleId[]
  /** Where it was begun. */
  environmentId: string
  endsAt: Date
  /** The caller's own rights: a preview gives nothing that they do not give. */
  own: Pick<Principal, 'assignments' | 'wids' | 'limitedTo'>
}

/** The verified caller of a console call. */
export interface Principal {
  tenantId: string
  id: string
  name: string
  username: string
  /** Directory role template ids of the token. */
  wids: readonly string[]
  /** Assignments as stored; `environmentId` null is tenant-wide; `groupId`: the group that has the role. */
  assignments: readonly RoleOfPrincipal[]
  /** Limits the capabilities, whatever the roles grant: for an administrator who has not attested the permitted use. */
  limitedTo?: readonly Capability[] | undefined
  /** Kind of environment that the token's audience grants access to; absent: both. */
  audienceKind?: 'production' | 'sandbox' | 'both'
  /**
   * The assignments, the directory roles and the limit are those of a preview, within the caller's own; absent: they are
   * the caller's own.
   */
  preview?: RightsPreview | undefined
}
