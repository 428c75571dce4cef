import type { Kysely } from 'kysely'
import type { CallTest } from '../contract/external-calls.ts'
import type { Performed } from '../engine/calls/perform.ts'
import type { ConsoleContext, EnvironmentContext } from '../session/base.ts'
import type { Database } from '../store/schema.ts'
import type { CallEditor } from './calls.ts'
import { figuresOfPeriod, type MetricPeriod, performanceOf } from './figures.ts'

/* What the routes of external calls and of external assessments have in common. */

export type Context = ConsoleContext & EnvironmentContext

/**
 * Changes calls in a transaction; then the engine takes over what changed. Rules are compiled anew only when names or
 * parameters are others.
 */
export async function changeCalls<Result>(
  context: Context,
  environmentId: string,
  change: (trx: Kysely<Database>, editor: CallEditor) => Promise<Result>,
): Promise<Result> {
  const { db, ports, principal, actorRoles: roles, correlationId, tree, calls, engine } = context
  const result = await db
    .transaction()
    .execute(trx => change(trx, { ports, principal, roles, correlationId, environmentId, tree, calls }))
  const before = calls.signature(environmentId)
  await calls.reload(environmentId)
  if (calls.signature(environmentId) !== before) await engine.reloadRules(environmentId)
  return result
}

/** Figures of the last hour to 30 days by id, calls of this moment included. */
export async function currentFigures({ db, calls, ports }: Context, environmentId: string, period: MetricPeriod) {
  await calls.flush()
  return await figuresOfPeriod(db, environmentId, period, ports.clock())
}

/** Figures and errors over time, calls of this moment included. */
export async function currentPerformance(
  { db, calls, ports }: Context,
  environmentId: string,
  targetId: string,
  range: { from: string; to: string },
) {
  await calls.flush()
  return await performanceOf(db, environmentId, targetId, range, ports.clock())
}

export function toTest(
  method: 'GET' | 'POST',
  { error, message, status, latencyMs, sent, response }: Performed,
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
