import type { LossReportStatus } from '../../contract/index.ts'
import { authorize } from '../../kernel/access/authorize.ts'
import { auditChange } from '../../kernel/audit.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { type LossCall, readReport } from './reads/report-reads.ts'
import { auditOf } from './report/loss-audit.ts'
import { requestReport } from './report/run-reports.ts'

/**
 * Requests a report that failed at once, without the pause until its next attempt. One that has not failed stays as it
 * is.
 * @throws NotFoundError where no report was ever requested
 */
export async function retryReport(call: LossCall): Promise<{ status: LossReportStatus }> {
  const { db, ports, principal, environmentId } = call
  authorize(principal, environmentId, 'lossprevention', 'read', call.tree)
  return db.transaction().execute(async trx => {
    await trx.selectFrom('loss_report').select('run').where('environment_id', '=', environmentId).forUpdate().execute()
    const report = await readReport(trx, environmentId)
    if (!report) throw new NotFoundError('There is no report.')
    if (report.status !== 'failed') return { status: report.status }
    await requestReport(trx, environmentId, ports.clock())
    await auditChange(
      trx,
      auditOf(call),
      { type: 'LossPreventionReport', id: environmentId, name: 'report' },
      { operation: 'Start', before: { status: 'failed' }, after: { status: 'waiting' } },
    )
    return { status: 'waiting' }
  })
}
