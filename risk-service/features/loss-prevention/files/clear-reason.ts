import {
  addMonths,
  type LossClearance,
  type LossEntityKind,
  type LossReason,
  raisesScore,
} from '../../../contract/index.ts'
import { authorize } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import { readEntity, readOwnOpening } from '../reads/entity-reads.ts'
import { type LossCall, readEntityMonths, readReport } from '../reads/report-reads.ts'
import { auditOf } from '../report/loss-audit.ts'
import { scoreMonth } from '../report/score-month.ts'

interface ClearInput {
  kind: LossEntityKind
  id: string
  month: string
  reason: LossReason
  note: string
}

/**
 * Records that a reason of a month has an innocent explanation. It counts half in the month after, whose scores are
 * computed again at once; later reports do the same.
 * @throws ValidationError for a month that the report does not have, and for a reason that does not raise its score
 * @throws ConflictError `lossFile.closed` for a member of staff whose file the caller has not opened
 */
export async function clearReason(
  call: LossCall,
  { kind, id, month, reason, note }: ClearInput,
): Promise<LossClearance> {
  const { db, ports, principal, environmentId } = call
  authorize(principal, environmentId, 'lossprevention', 'read', call.tree)
  const now = ports.clock()
  const entity = await readEntity(db, environmentId, kind, id)
  if (kind === 'staff' && !(await readOwnOpening(call, entity.id)))
    throw new ConflictError('Open the file first.', { reason: 'lossFile.closed' })
  await db.transaction().execute(async trx => {
    // A report that is being computed waits, so that it regards the clearance or is regarded by it.
    await trx.selectFrom('loss_report').select('run').where('environment_id', '=', environmentId).forUpdate().execute()
    const report = await readReport(trx, environmentId)
    const months = await readEntityMonths(trx, environmentId, kind, entity.id)
    const stored = months.find(each => each.month === month)
    if (!stored) throw new ValidationError(['month'], 'The report has no score of this month.')
    const counted = stored.reasons[reason]
    if (!counted || !raisesScore(counted))
      throw new ValidationError(['reason'], 'The value of this reason is not above the average of the month.')
    const explanation = { note, by_id: principal.id, by_name: principal.name, at: now }
    await trx
      .insertInto('loss_clearance')
      .values({
        id: ports.newId(),
        environment_id: environmentId,
        kind,
        entity_id: entity.id,
        month,
        reason,
        ...explanation,
      })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'kind', 'entity_id', 'month', 'reason']).doUpdateSet(explanation),
      )
      .execute()
    for (const run of [report?.run, report?.next_run])
      if (run) await scoreMonth(trx, { environmentId, run, kind, month: addMonths(month, 1) })
    await auditChange(
      trx,
      auditOf(call),
      { type: 'LossPreventionFile', id, name: id },
      { operation: 'Decide', before: null, after: { outcome: 'cleared', month, reason, note } },
    )
  })
  return { month, reason, note, by: principal.name, at: now.toISOString() }
}
