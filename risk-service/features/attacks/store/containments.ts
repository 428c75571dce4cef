import type { Insertable, Selectable } from 'kysely'
import type { AttackContainment, ContainmentAction } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { AttackContainmentTable } from '../../../ports/tables/review/attacks.ts'

/** Returns what was contained of an attack, the latest first. */
export async function loadContainments(db: Db, attackId: string, now: Date): Promise<AttackContainment[]> {
  const rows = await db
    .selectFrom('attack_containment')
    .selectAll()
    .where('attack_id', '=', attackId)
    .orderBy('created_at', 'desc')
    // Of two that began at the same time, the one in force.
    .orderBy('ended_at', order => order.desc().nullsFirst())
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    action: row.action as ContainmentAction,
    keyTypes: row.key_types as AttackContainment['keyTypes'],
    note: row.note,
    by: row.created_by_name,
    from: row.created_at.toISOString(),
    until: (row.ended_at !== null && row.ended_at < row.until ? row.ended_at : row.until).toISOString(),
    endedBy: row.ended_by_name,
    active: row.ended_at === null && row.until > now,
  }))
}

/** Returns which attacks of environments are contained at a time. */
export async function loadContained(db: Db, environmentIds: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attack_containment')
    .select('attack_id')
    .where('environment_id', 'in', environmentIds)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .execute()
  return new Set(rows.map(row => row.attack_id))
}

/**
 * Ends the containment of an attack, also one whose time is over; returns the one that was in force, null for none. The
 * attack is locked until the end of the transaction.
 */
export async function endContainment(
  trx: Db,
  attackId: string,
  by: string,
  now: Date,
): Promise<{ action: string; keyTypes: readonly string[]; until: string } | null> {
  await trx.selectFrom('attack').select('id').where('id', '=', attackId).forUpdate().execute()
  const row = await trx
    .selectFrom('attack_containment')
    .selectAll()
    .where('attack_id', '=', attackId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const isOver = row.until <= now
  await trx
    .updateTable('attack_containment')
    .set({ ended_at: isOver ? row.until : now, ended_by_name: isOver ? null : by })
    .where('id', '=', row.id)
    .execute()
  return isOver ? null : { action: row.action, keyTypes: row.key_types, until: row.until.toISOString() }
}

/** Returns a containment by its id, of whatever environment. */
export async function findContainment(trx: Db, id: string): Promise<Selectable<AttackContainmentTable> | undefined> {
  return trx.selectFrom('attack_containment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores what is contained of an attack from now on. */
export async function insertContainment(
  trx: Db,
  containment: Omit<Insertable<AttackContainmentTable>, 'ended_at' | 'ended_by_name'>,
): Promise<void> {
  await trx.insertInto('attack_containment').values(containment).execute()
}
