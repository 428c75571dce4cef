import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { Principal } from '../../ports/index.ts'
import { type AccessDecision, type AccessQuestion, usedGrant } from './access-decision.ts'

/** Records which assignments permitted calls need. */
export interface RoleUse {
  record: (
    principal: Pick<Principal, 'tenantId' | 'id'>,
    decision: Pick<AccessDecision, 'grants'>,
    question: Pick<AccessQuestion, 'capability' | 'required'>,
  ) => Promise<void>
}

const remembered = 50_000

/** Creates the record of used assignments: one row for each, written once a day. */
export function createRoleUse(db: Db, clock: () => Date): RoleUse {
  let today = ''
  const written = new Set<string>()
  return {
    async record({ tenantId, id }, decision, question) {
      const used = usedGrant(decision, question)
      if (used === null) return
      const on = clock().toISOString().slice(0, 10)
      if (on !== today || written.size >= remembered) {
        today = on
        written.clear()
      }
      const principalId = used.groupId ?? id
      const key = `${tenantId} ${principalId} ${used.role} ${used.environmentId ?? ''}`
      if (written.has(key)) return
      written.add(key)
      await sql`
        insert into role_use (tenant_id, principal_id, role, environment_id, used_on)
        values (${tenantId}::uuid, ${principalId}::uuid, ${used.role}, ${used.environmentId}::uuid, ${on}::date)
        on conflict (tenant_id, principal_id, role, coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid))
        do update set used_on = excluded.used_on where role_use.used_on < excluded.used_on`
        .execute(db)
        // The next call tries again: no call is refused because its use cannot be recorded.
        .catch(() => written.delete(key))
    },
  }
}
