import { addMonths, type LossClearance, type LossEntityKind, type LossReason } from '../../../contract/index.ts'
import { authorize } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { readEntity, readOpenings } from '../reads/entity-reads.ts'
import { type LossCall, readReport } from '../reads/report-reads.ts'
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
 * @throws NotFoundError for a month without a score
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
  if (kind === 'staff') {
    const openings = await readOpenings(db, environmentId, entity.id)
    if (!openings.some(({ user_id, open_until }) => user_id === principal.id && open_until > now))
      throw new ConflictError('Open the file first.', { reason: 'lossFile.closed' })
  }
  await db.transaction().execute(async trx => {
    // A report that is being computed waits, so that it regards the clearance or is regarded by it.
    await trx.selectFrom('loss_report').select('run').where('environment_id', '=', environmentId).forUpdate().execute()
    const report = await readReport(trx, environmentId)
    const scored = await trx
      .selectFrom('loss_month')
      .select('month')
      .where('environment_id', '=', environmentId)
      .where('kind', '=', kind)
      .where('id', '=', entity.id)
      .where('month', '=', month)
      .execute()
    if (scored.length === 0) throw new NotFoundError('There is no score of this month.')
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
