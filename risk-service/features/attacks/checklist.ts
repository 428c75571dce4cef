import type { AttackDetail, AttackStep } from '../../contract/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import { readChecklist } from './reads/read-attacks.ts'
import type { AttackCall } from './store/attack-call.ts'
import { requireAttack } from './store/require-attack.ts'

/**
 * Ticks a step of the checklist of an attack, or takes the tick back; a step that is ticked already stays with whoever
 * did it. Returns the checklist.
 */
export async function setStep(
  call: AttackCall,
  { attackId, step, done }: { attackId: string; step: AttackStep; done: boolean },
): Promise<AttackDetail['checklist']> {
  const { db, ports, principal, actorRoles, correlationId, environmentId } = call
  return db.transaction().execute(async trx => {
    const attack = await requireAttack(trx, { environmentId, attackId })
    const change = done
      ? trx
          .insertInto('attack_step')
          .values({
            attack_id: attackId,
            environment_id: environmentId,
            step,
            done_by: principal.id,
            done_by_name: principal.name,
            done_at: ports.clock(),
          })
          .onConflict(conflict => conflict.columns(['attack_id', 'step']).doNothing())
      : trx.deleteFrom('attack_step').where('attack_id', '=', attackId).where('step', '=', step)
    const { numInsertedOrUpdatedRows = 0n, numDeletedRows = 0n } = {
      ...((await change.executeTakeFirst()) as { numInsertedOrUpdatedRows?: bigint; numDeletedRows?: bigint }),
    }
    if (numInsertedOrUpdatedRows + numDeletedRows > 0n)
      await auditChange(
        trx,
        { ports, principal, roles: actorRoles, correlationId, environmentId },
        { type: 'Attack', id: attackId, name: attack.kind },
        { operation: 'Update', before: { step, done: !done }, after: { step, done } },
      )
    return readChecklist(trx, attackId)
  })
}
