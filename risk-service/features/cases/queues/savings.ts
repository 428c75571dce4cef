import type { ReportCosts, SavingEstimate } from '../../../contract/cases/case-saving.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import { refreshSavings } from '../clock/refresh-savings.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { addCases, enoughCases } from '../model/expected-saving.ts'
import { findSaving } from '../saving/measure-savings.ts'
import type { CaseKey } from '../store/case-store.ts'
import { measureDecisions } from '../store/saving-store.ts'
import { loadReportCosts, loadStoredCosts, lockReportCosts, writeReportCosts } from '../store/settings-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'
import { requireVisible } from '../work/read-cases.ts'

/** Returns how the expected saving of a case was estimated; null where its queue is not ordered by it. */
export async function readSaving(call: CaseCall, key: CaseKey): Promise<SavingEstimate | null> {
  const { found, queue } = await requireVisible(call, key)
  return queue.settings.orderBy === 'expectedSaving' ? findSaving(call.db, queue.id, found) : null
}

/** Returns the numbers of decided cases from which the expected saving in a queue is measured now, and the costs. */
export async function readSavingBasis(call: CaseCall, queue: StoredQueue) {
  const { db, ports, principal } = call
  const { environment_id: environmentId, event_type: eventType } = queue
  const [groups, costs] = await Promise.all([
    eventType === null ? [] : measureDecisions(db, { environmentId, eventType, now: ports.clock() }),
    loadReportCosts(db, principal.tenantId),
  ])
  const own = groups.filter(({ queueId }) => queueId === queue.id)
  return { environmentCases: addCases(groups).decided, queueCases: addCases(own).decided, enoughCases, costs }
}

/** Replaces what reviews cost and orders earn; what reviews save is measured anew in the environments of the call. */
export async function saveReportCosts(call: CaseCall, environmentId: string, costs: ReportCosts): Promise<ReportCosts> {
  if (await call.db.transaction().execute(trx => storeCosts(trx, call, environmentId, costs))) await measureAgain(call)
  return costs
}

/** Stores changed costs and their audit line in a transaction; true: they differ from before. */
export async function storeCosts(trx: Db, call: CaseCall, environmentId: string, costs: ReportCosts): Promise<boolean> {
  const { tenantId } = call.principal
  await lockReportCosts(trx, tenantId)
  const before = await loadStoredCosts(trx, tenantId)
  if (isSameJson(before.costs, costs)) return false
  await writeReportCosts(trx, tenantId, { version: before.version + 1, costs })
  await auditCall(
    trx,
    call,
    environmentId,
    { type: 'CaseConfiguration', id: tenantId, name: 'Review costs' },
    { operation: 'Update', before: before.costs, after: costs },
  )
  return true
}

/** Measures what reviews save with changed costs, and tells open consoles. */
export async function measureAgain(call: CaseCall): Promise<void> {
  await refreshSavings(call, call.scope)
  for (const id of call.scope) publishQueue(call.live, id, null)
}
