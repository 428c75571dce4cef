/** What the routes of external calls and of external assessments have in common. */
import type { CallTest } from '../../contract/external-calls/call-metrics.ts'
import type { CallOutcome } from '../../engine/calls/perform-call.ts'
import type { CallRegistry } from '../../engine/calls/types.ts'
import type { AuditContext } from '../../kernel/audit.ts'
import { type ActionContext, actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import type { Db } from '../../ports/database.ts'
import { loadCallMetrics, loadCallPerformance, type MetricPeriod } from './call-metrics.ts'

/**
 * Changes calls in a transaction; then the engine takes over what changed. Rules are compiled anew only when names or
 * parameters are others.
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

/** Figures of the last hour to 30 days by id, calls of this moment included. */
export async function loadCurrentMetrics(
  { db, calls, ports }: EnvironmentCallContext,
  environmentId: string,
  period: MetricPeriod,
) {
  await calls.flush()
  return await loadCallMetrics(db, environmentId, period, ports.clock())
}

/** Figures and errors over time, calls of this moment included. */
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
/** Who changes calls, and where. */
export interface CallActionContext extends AuditContext, Pick<ActionContext, 'tree'> {
  calls: Pick<CallRegistry, 'encrypt' | 'addressIssue'>
}
