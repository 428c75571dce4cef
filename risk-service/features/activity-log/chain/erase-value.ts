import { type RawBuilder, sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { chainLock } from '../../../kernel/store/maintenance/trim-log-chain.ts'
import type { Ports } from '../../../ports/index.ts'

/** Condition on the entry `l`: it has a value as what it is about, or anywhere in what was before or after. */
const hasValue = (value: string): RawBuilder<unknown> => {
  const variables = JSON.stringify({ value })
  return sql`(l.resource_id = ${value} or l.resource_name = ${value}
    or jsonb_path_exists(l.before, '$.** ? (@ == $value)', ${variables}::jsonb)
    or jsonb_path_exists(l.after, '$.** ? (@ == $value)', ${variables}::jsonb))`
}

type LogPorts = Pick<Ports, 'db' | 'clock' | 'newId'>

/** What entries are found by: an expression of PostgreSQL for those that may match, and whether a text of one does. */
interface MentionPattern {
  candidate: string
  isIn: (text: string) => boolean
}

/** Entries of some environments in whose texts one of these patterns occurs. */
interface MentionScope {
  environmentIds: readonly string[]
  patterns: readonly MentionPattern[]
}

/** Returns the ids of entries in which an expression occurs. One after another: the database stores few compiled ones. */
async function findMentions(
  db: Ports['db'],
  tenantId: string,
  { environmentIds, patterns }: MentionScope,
): Promise<string[]> {
  const found = new Set<string>()
  const text = sql`concat_ws(E'\n', l.resource_id, l.resource_name, l.before::text, l.after::text)`
  for (const { candidate, isIn } of patterns) {
    const { rows } = await sql<{ id: string; text: string }>`select l.id, ${text} as text from audit_log l
      where l.tenant_id = ${tenantId}::uuid and l.erased_at is null and l.environment_id = any(${[...environmentIds]}::uuid[])
        and ${text} ~* ${candidate}`.execute(db)
    for (const row of rows) if (isIn(row.text)) found.add(row.id)
  }
  return [...found]
}

/** Counts the entries that `eraseMentions` erases. */
export const countMentions = async (db: Ports['db'], tenantId: string, scope: MentionScope): Promise<number> =>
  (await findMentions(db, tenantId, scope)).length

/**
 * Erases the content of the entries of some environments in which one of the expressions occurs; as `eraseValue`.
 * @throws ConflictError for an entry that is not linked yet
 */
export async function eraseMentions(
  ports: LogPorts,
  actor: AuditActor,
  { reason, ...scope }: MentionScope & { reason: string },
): Promise<number> {
  const ids = await findMentions(ports.db, actor.principal.tenantId, scope)
  return ids.length === 0 ? 0 : erase(ports, actor, sql`l.id = any(${ids}::uuid[])`, reason)
}

/** Counts the entries that were erased for a reason. */
export async function countErased(db: Ports['db'], tenantId: string, reason: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select coalesce(sum(jsonb_array_length(after -> 'entries')), 0)::int as n from audit_log
    where tenant_id = ${tenantId}::uuid and resource_type = 'ActivityLog' and operation = 'Delete' and after ->> 'reason' = ${reason}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Erases the content of the entries of a tenant that have a value. Their hashes stay in the chain, without the salt that
 * the content was hashed with, so that the log is still proven and the value cannot be guessed. An entry of the log says
 * which ones were erased, and why. Returns their number.
 * @throws ConflictError for an entry that is not linked yet
 */
export const eraseValue = (
  ports: LogPorts,
  actor: AuditActor,
  { value, reason }: { value: string; reason: string },
): Promise<number> => erase(ports, actor, hasValue(value), reason)

function erase(
  { db, clock, newId }: LogPorts,
  actor: AuditActor,
  condition: RawBuilder<unknown>,
  reason: string,
): Promise<number> {
  const { tenantId } = actor.principal
  return db.transaction().execute(async trx => {
    const now = clock()
    // The job that links entries changes many of them in an order of its own.
    await sql`select pg_advisory_xact_lock(${chainLock})`.execute(trx)
    const { rows } = await sql<{ id: string; linked: boolean }>`
      select l.id, exists (select from audit_link k where k.entry_id = l.id) as linked from audit_log l
      where l.tenant_id = ${tenantId}::uuid and l.erased_at is null and ${condition} order by l.at, l.id for update`.execute(
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
