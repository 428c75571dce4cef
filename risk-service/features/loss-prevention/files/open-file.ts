import { lossLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { readEntity, readOwnOpening } from '../reads/entity-reads.ts'
import type { LossCall } from '../reads/report-reads.ts'
import { auditOf } from '../report/loss-audit.ts'

/**
 * Shows the caller the name of a member of staff for some hours. Everybody who reads the file sees who opened it. A file
 * that is open to the caller stays so until the same time: that is no further opening.
 * @throws NotFoundError
 */
export async function openFile(
  call: LossCall,
  { id, reason }: { id: string; reason: string },
): Promise<{ name: string; openUntil: string }> {
  const { db, ports, principal, environmentId } = call
  const now = ports.clock()
  const entity = await readEntity(db, environmentId, 'staff', id)
  return db.transaction().execute(async trx => {
    // Two requests at once are one opening.
    await trx
      .selectFrom('loss_entity')
      .select('id')
      .where('environment_id', '=', environmentId)
      .where('kind', '=', 'staff')
      .where('id', '=', entity.id)
      .forUpdate()
      .execute()
    const open = await readOwnOpening({ ...call, db: trx }, entity.id)
    if (open) return { name: entity.id, openUntil: open.open_until.toISOString() }
    const openUntil = new Date(now.getTime() + lossLimits.openHours * 3_600_000)
    await trx
      .insertInto('loss_opening')
      .values({
        id: ports.newId(),
        environment_id: environmentId,
        entity_id: entity.id,
        user_id: principal.id,
        user_name: principal.name,
        reason,
        at: now,
        open_until: openUntil,
      })
      .execute()
    // The log names the pseudonym: who may read the log may not therefore read the file.
    await auditChange(
      trx,
      auditOf(call),
      { type: 'LossPreventionFile', id, name: id },
      { operation: 'ViewPersonalData', before: null, after: { reason, openUntil: openUntil.toISOString() } },
    )
    return { name: entity.id, openUntil: openUntil.toISOString() }
  })
}
