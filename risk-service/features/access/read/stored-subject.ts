import { sql } from 'kysely'
import type { RoleId } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Principal } from '../../../ports/index.ts'
import { limitUntilAttested } from '../../fcra/fcra.ts'
import { loadPrincipals } from '../store/assignments.ts'

/** A user or group as the service would see the caller, with what the last sign-in said. */
export interface StoredSubject extends Principal {
  signedInAt: Date | null
}

/**
 * Loads users and groups as the check of access reads a caller: their assignments and those of their groups, and the
 * directory roles of the last sign-in. A group is its own subject: what it gives to each member.
 */
export async function loadSubjects(
  db: Db,
  { tenantId, ids, now }: { tenantId: string; ids: readonly string[]; now: Date },
): Promise<Map<string, StoredSubject>> {
  const people = await loadPrincipals(db, tenantId, ids)
  if (people.size === 0) return new Map()
  const { rows } = await sql<{
    subject: string
    groupId: string | null
    role: RoleId
    environmentId: string | null
    since: Date
  }>`
    select s.id as subject, s.group_id as "groupId", a.role, a.environment_id as "environmentId", a.created_at as since
    from (
      select id, id as principal_id, null::uuid as group_id from unnest(${[...people.keys()]}::uuid[]) as own(id)
      union all
      select member_id, group_id, group_id from group_member
      where tenant_id = ${tenantId}::uuid and member_id = any(${[...people.keys()]}::uuid[])
    ) s
    join role_assignment a on a.tenant_id = ${tenantId}::uuid and a.principal_id = s.principal_id`.execute(db)
  const bySubject = Map.groupBy(rows, row => row.subject)
  const subjects = await Promise.all(
    [...people.values()].map(async ({ id, name, username, wids, signedInAt }) => {
      const assignments = (bySubject.get(id) ?? []).map(({ role, environmentId, since, groupId }) => ({
        role,
        environmentId,
        since,
        ...(groupId === null ? {} : { groupId }),
      }))
      const principal = await limitUntilAttested(db, { tenantId, id, name, username, wids, assignments }, now)
      return { ...principal, signedInAt }
    }),
  )
  return new Map(subjects.map(subject => [subject.id, subject]))
}
