import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Ports } from '../../../ports/index.ts'

/** Whether an entry has a value as what it is about, or anywhere in what was before or after. */
const hasValue = (value: string) => {
  const variables = JSON.stringify({ value })
  return sql<boolean>`(l.resource_id = ${value} or l.resource_name = ${value}
    or jsonb_path_exists(l.before, '$.** ? (@ == $value)', ${variables}::jsonb)
    or jsonb_path_exists(l.after, '$.** ? (@ == $value)', ${variables}::jsonb))`
}

/**
 * Erases the content of the entries of a tenant that have a value. Their hashes stay in the chain, without the salt that
 * the content was hashed with, so that the log is still proven and the value cannot be guessed. An entry of the log says
 * which ones were erased, and why. Returns their number.
 * @throws ConflictError for an entry that is not linked yet
 */
export function eraseValue(
  { db, clock, newId }: Pick<Ports, 'db' | 'clock' | 'newId'>,
  actor: AuditActor,
  { value, reason }: { value: string; reason: string },
): Promise<number> {
  const { tenantId } = actor.principal
  return db.transaction().execute(async trx => {
    const now = clock()
    const { rows } = await sql<{ id: string; linked: boolean }>`
      select l.id, exists (select from audit_link k where k.entry_id = l.id) as linked from audit_log l
      where l.tenant_id = ${tenantId}::uuid and l.erased_at is null and ${hasValue(value)} order by l.at, l.id for update`.execute(
      trx,
    )
    if (rows.length === 0) return 0
    if (rows.some(({ linked }) => !linked))
      throw new ConflictError('Some of the entries are not linked yet. Let the service run for a moment.', {
        reason: 'call.running',
      })
    const ids = rows.map(({ id }) => id)
    await sql`update audit_log set resource_id = '', resource_name = '', before = null, after = null, erased_at = ${now}::timestamptz
      where id = any(${ids}::uuid[])`.execute(trx)
    await sql`update audit_link set salt = null where entry_id = any(${ids}::uuid[])`.execute(trx)
    await recordAudit(trx, actor, {
      id: newId(),
      at: now,
      environmentId: null,
      resource: { type: 'ActivityLog', id: tenantId, name: '' },
      operation: 'Delete',
      before: null,
      after: { reason, entries: ids },
    })
    return ids.length
  })
}
