/** The code that the routes of external calls and of external assessments share. */
import type { CallTest } from '../../contract/external-calls/call-metrics.ts'
import type { CallOutcome } from '../../engine/calls/perform-call.ts'
import type { CallRegistry } from '../../engine/calls/types.ts'
import type { AuditContext } from '../../kernel/audit.ts'
import { type ActionContext, actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import type { Db } from '../../ports/database.ts'
import { loadCallMetrics, loadCallPerformance, type MetricPeriod } from './call-metrics.ts'

/**
 * Changes calls in a transaction; then the engine reloads the changes. Rules are compiled again only when names or
 * parameters changed.
 */
export async function changeCalls<Result>(
  context: EnvironmentCallContext,
  environmentId: string,
  change: (trx: Db, editor: CallActionContext) => Promise<Result>,
): Promise<Result> {
  const { db, calls, engine } = context
  const result = await db
    .transaction()
    .execute(trx => change(trx, { ...actionContextOf(context, environmentId), calls }))
  const before = calls.signature(environmentId)
  await calls.reload(environmentId)
  if (calls.signature(environmentId) !== before) await engine.reloadRules(environmentId)
  return result
}

/** Loads figures of the last hour to 30 days by id, including calls of this moment. */
export async function loadCurrentMetrics(
  { db, calls, ports }: EnvironmentCallContext,
  environmentId: string,
  period: MetricPeriod,
) {
  await calls.flush()
  return await loadCallMetrics(db, environmentId, period, ports.clock())
}

/** Loads figures and errors over time, including calls of this moment. */
export async function loadCurrentPerformance(
  { db, calls, ports }: EnvironmentCallContext,
  environmentId: string,
  targetId: string,
  range: { from: string; to: string },
) {
  await calls.flush()
  return await loadCallPerformance(db, environmentId, targetId, range, ports.clock())
}

export function toCallTest(
  method: 'GET' | 'POST',
  { error, message, status, latencyMs, sent, response }: CallOutcome,
): CallTest {
  return {
    ok: error === null,
    httpStatusCode: status,
    latencyMs,
    errorType: error,
    errorMessage: message,
    request: { method, ...sent },
    response: response ?? null,
  }
}
/** Actor and environment of a change of calls. */
export interface CallActionContext extends AuditContext, Pick<ActionContext, 'tree'> {
  calls: Pick<CallRegistry, 'encrypt' | 'addressIssue'>
}
