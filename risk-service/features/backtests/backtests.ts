import type { Backtest, BacktestResult } from '../../contract/rules/backtests.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { BacktestInput } from './run/run-types.ts'
import {
  deleteBacktest,
  findBacktest,
  findChangesSince,
  isDraftChanged,
  loadLatestBacktests,
  rulesFingerprint,
  type StoredBacktest,
} from './store.ts'

/** Actor and environment of an action on back-tests. `wake`: signals a waiting one. */
export interface BacktestContext extends ActionContext<'assessment' | 'checkRule'> {
  wake: (kind: BacktestInput['kind']) => void
}

/** Writes to the audit log that a back-test was started, stopped or deleted; the tried change is not logged. */
export const auditBacktest = (
  db: Db,
  tester: BacktestContext,
  { id, name }: { id: string; name: string },
  operation: 'Start' | 'Stop' | 'Delete',
) => auditChange(db, tester, { type: 'Backtest', id, name }, { operation, before: null, after: null })

export async function toBacktest(db: Db, row: StoredBacktest): Promise<Backtest> {
  const stale: Backtest['stale'] = []
  if (row.state === 'done') {
    const [rules, edited, moved] = await Promise.all([
      rulesFingerprint(db, row.environment_id, row.event_type),
      isDraftChanged(db, row),
      findChangesSince(db, row),
    ])
    if (rules !== row.rules || edited) stale.push('rules')
    if (moved.events) stale.push('events')
    if (moved.labels) stale.push('labels')
  }
  return {
    id: row.id,
    environmentId: row.environment_id,
    eventType: row.event_type,
    // The store gives routing previews to their own reader.
    kind: row.kind as Backtest['kind'],
    name: row.name,
    ruleId: row.rule_id,
    branch: row.branch,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as Backtest['failure'],
    result: row.result as BacktestResult | null,
    stale,
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

/** @throws NotFoundError */
export async function loadBacktest(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  id: string,
): Promise<Backtest> {
  const row = await findBacktest(db, environmentId, id)
  if (row === null) throw new NotFoundError('There is no such back-test.')
  return toBacktest(db, row)
}

export async function listBacktests(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  filter: { ruleId?: string | undefined; branch?: string | undefined },
): Promise<Backtest[]> {
  return Promise.all((await loadLatestBacktests(db, environmentId, filter, 20)).map(row => toBacktest(db, row)))
}

/** Stops a waiting or running back-test, or removes one that ended; all its data is deleted. */
export async function removeBacktest(tester: BacktestContext, id: string, how: 'cancel' | 'remove'): Promise<boolean> {
  return tester.ports.db.transaction().execute(async trx => {
    const row = await findBacktest(trx, tester.environmentId, id)
    if (
      row === null ||
      !(await deleteBacktest(trx, tester.environmentId, id, how === 'cancel' ? ['waiting', 'running'] : undefined))
    )
      return false
    await auditBacktest(trx, tester, row, how === 'cancel' ? 'Stop' : 'Delete')
    return true
  })
}
