import { sql } from 'kysely'
import type { RoleId } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/** A role of a user or group, or of somebody who is invited. */
export interface AssignmentRow {
  principalId: string
  environmentId: string | null
  role: RoleId
  assignedAt: Date
  assignedBy: string | null
  /** The last day on which a call needed it, and from when on this is recorded. */
  usedOn: string | null
  recordedFrom: Date
  invited: boolean
}
/** Which rows are read: in some environments and tenant-wide, or of some people. */
interface AssignmentFilter {
  tenantId: string
  environmentIds?: readonly string[]
  principalIds?: readonly string[]
}

const emptyId = '00000000-0000-0000-0000-000000000000'

/** Reads roles of users and groups with those of invitations. Roles of applications are another matter. */
export async function loadAssignments(
  db: Db,
  { tenantId, environmentIds, principalIds }: AssignmentFilter,
): Promise<AssignmentRow[]> {
  const inPlaces = environmentIds
    ? sql`and (a.environment_id is null or a.environment_id = any(${[...environmentIds]}::uuid[]))`
    : sql``
  const ofPeople = principalIds ? sql`and a.principal_id = any(${[...principalIds]}::uuid[])` : sql``
  const { rows } = await sql<AssignmentRow>`
    select a.principal_id as "principalId", a.environment_id as "environmentId", a.role, a.created_at as "assignedAt",
      a.assigned_by_name as "assignedBy", u.used_on::text as "usedOn", a.use_recorded_from as "recordedFrom",
      false as invited
    from role_assignment a
    join principal p on p.tenant_id = a.tenant_id and p.id = a.principal_id and p.kind in ('user', 'group')
    left join role_use u on u.tenant_id = a.tenant_id and u.principal_id = a.principal_id and u.role = a.role
      and coalesce(u.environment_id, ${emptyId}::uuid) = coalesce(a.environment_id, ${emptyId}::uuid)
    where a.tenant_id = ${tenantId}::uuid ${inPlaces} ${ofPeople}
    union all
    select a.principal_id, a.environment_id, a.role, a.created_at, a.assigned_by_name, null, a.created_at, true
    from invitation_role a
    where a.tenant_id = ${tenantId}::uuid ${inPlaces} ${ofPeople}`.execute(db)
  return rows
}

/** A person or group, with what an invitation adds. */
export interface AccessPrincipal {
  id: string
  kind: 'user' | 'group'
  name: string
  username: string
  guest: boolean
  /** When the invitation ends; null: there is none. */
  expiresAt: Date | null
  members: number | null
  signedInAt: Date | null
  wids: string[]
}

/** Reads users and groups of a tenant by their ids. */
export async function loadPrincipals(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, AccessPrincipal>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AccessPrincipal>`
    select p.id, p.kind, p.name, p.username, p.guest, i.expires_at as "expiresAt", p.signed_in_at as "signedInAt",
      p.directory_roles as wids,
      case when p.kind = 'group' then (select count(*)::int from group_member m
        where m.tenant_id = p.tenant_id and m.group_id = p.id) end as members
    from principal p left join invitation i on i.tenant_id = p.tenant_id and i.principal_id = p.id
    where p.tenant_id = ${tenantId}::uuid and p.kind in ('user', 'group') and p.id = any(${[...new Set(ids)]}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** A role that is added or removed. */
export interface RoleRow {
  tenantId: string
  principalId: string
  environmentId: string | null
  role: RoleId
}

/** Adds a role, to an invitation where the person has not come yet. */
export async function addRole(
  trx: Db,
  { tenantId, principalId, environmentId, role }: RoleRow,
  { invited, by, at }: { invited: boolean; by: string; at: Date },
): Promise<void> {
  const row = {
    tenant_id: tenantId,
    principal_id: principalId,
    environment_id: environmentId,
    role,
    created_at: at,
    assigned_by_name: by,
  }
  if (invited) await trx.insertInto('invitation_role').values(row).execute()
  else
    await trx
      .insertInto('role_assignment')
      .values({ ...row, use_recorded_from: at })
      .execute()
}

/** Removes a role, with what is recorded of its use. Returns false when the role was not there. */
export async function removeRole(trx: Db, { tenantId, principalId, environmentId, role }: RoleRow): Promise<boolean> {
  const removeFrom = async (table: 'role_assignment' | 'invitation_role' | 'role_use') => {
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('principal_id', '=', principalId)
      .where('role', '=', role)
      .where('environment_id', environmentId === null ? 'is' : '=', environmentId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
  const assigned = await removeFrom('role_assignment')
  const invited = await removeFrom('invitation_role')
  await removeFrom('role_use')
  return assigned || invited
}

/** Whether somebody who can sign in is Product admin: a user, or a group with members. */
export async function hasProductAdmin(trx: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from role_assignment a join principal p on p.tenant_id = a.tenant_id and p.id = a.principal_id
    where a.tenant_id = ${tenantId}::uuid and a.role = 'ProductAdmin' and a.environment_id is null
      and (p.kind = 'user' or (p.kind = 'group' and exists (select 1 from group_member m
        where m.tenant_id = a.tenant_id and m.group_id = p.id)))
    limit 1`.execute(trx)
  return rows.length > 0
}
