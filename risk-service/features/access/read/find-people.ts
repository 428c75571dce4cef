import { sql } from 'kysely'
import { accessLimits, type DirectoryEntry } from '../../../contract/index.ts'
import { canSee } from '../../../kernel/access/authorize.ts'
import type { Db } from '../../../ports/database.ts'
import type { AccessCall } from '../model/access-call.ts'
import { loadAssignments } from '../store/assignments.ts'

/**
 * Returns people and groups of the directory whose name or address contains a text, those that begin with it first. Guests
 * find only people with roles in environments that they can open.
 */
export async function findPeople(call: AccessCall, query: string): Promise<{ people: DirectoryEntry[] }> {
  const text = query.trim().toLowerCase()
  if (text.length < accessLimits.queryFrom || text.includes('\u0000')) return { people: [] }
  const { db, principal, environmentId } = call
  const { tenantId } = principal
  const visible = (await isGuest(db, tenantId, principal.id)) ? await loadVisiblePeople(call) : null
  const { rows } = await sql<Omit<DirectoryEntry, 'roles'>>`
    select id as "principalId", kind, name, case when kind = 'group' then '' else username end as username
    from principal
    where tenant_id = ${tenantId}::uuid and kind in ('user', 'group')
      and (strpos(lower(name), ${text}) > 0 or (kind = 'user' and strpos(lower(username), ${text}) > 0))
      and (${visible === null} or id = any(${visible ?? []}::uuid[]))
    order by not (starts_with(lower(name), ${text}) or starts_with(lower(username), ${text})), name, id
    limit ${accessLimits.suggestions}`.execute(db)
  if (rows.length === 0) return { people: [] }
  const assigned = await loadAssignments(db, {
    tenantId,
    environmentIds: [environmentId],
    principalIds: rows.map(row => row.principalId),
  })
  return {
    people: rows.map(row => ({
      ...row,
      roles: assigned
        .filter(each => each.principalId === row.principalId && each.environmentId === environmentId)
        .map(({ role }) => role),
    })),
  }
}

async function isGuest(db: Db, tenantId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('principal')
    .select('guest')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.guest ?? false
}

async function loadVisiblePeople({ db, principal, tree }: AccessCall): Promise<string[]> {
  const environmentIds = [...tree.keys()].filter(id => canSee(principal, id, tree))
  const rows = await loadAssignments(db, { tenantId: principal.tenantId, environmentIds })
  return [...new Set(rows.map(({ principalId }) => principalId))]
}
