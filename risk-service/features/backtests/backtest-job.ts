import type { RuleBody } from '../../contract/index.ts'
import { type FieldOutage, fieldOutageLimits } from '../../contract/ontology/field-outages.ts'
import { backtestLimits } from '../../contract/rules/backtests.ts'
import { FqlError } from '../../fql/index.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { SubjectNotFoundError } from './run/candidate-chain.ts'
import { type BacktestInput, type ChangedEvent, NoEventsError, type PerformBacktest } from './run/run-types.ts'
import { claimNextBacktest, finishBacktest, type StoredBacktest, saveProgress } from './store.ts'
import type { HistoryTask } from './tested-body.ts'

/** Thrown when the service stops: the next process restarts the back-test from its beginning. */
export class BacktestInterruptedError extends Error {}

/** Thrown by the progress report after a cancellation; ends the run. */
class BacktestCancelledError extends Error {}

export interface BacktestDeps extends Pick<Ports, 'clock' | 'log'> {
  db: Db
  /** Performs one back-test, in any thread; rejects with the error that `progress` throws. */
  perform: PerformBacktest
}

/**
 * Runs waiting back-tests of a kind, one after another, and restarts those that ran when the service stopped. A
 * cancelled one is deleted from the table: the next progress report of its run detects that and ends it.
 */
export async function runBacktests(
  { db, clock, log, perform }: BacktestDeps,
  kind: BacktestInput['kind'] = 'decision',
): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const row = await claimNextBacktest(db, kind, failed)
    if (row === null) return
    const progress = async (events: number, total: number, changed: readonly ChangedEvent[]): Promise<void> => {
      if (!(await saveProgress(db, row, events, total, changed))) throw new BacktestCancelledError()
    }
    try {
      await finishBacktest(
        db,
        row,
        {
          result: await perform(inputOf(row), {
            progress,
            mostChanged: row.kind === 'outage' ? fieldOutageLimits.events : backtestLimits.changedEvents,
          }),
        },
        clock(),
      )
    } catch (error) {
      if (error instanceof BacktestInterruptedError) return
      if (error instanceof BacktestCancelledError) continue
      const failure =
        error instanceof NoEventsError
          ? 'noEvents'
          : error instanceof SubjectNotFoundError || error instanceof FqlError
            ? 'ruleGone'
            : 'internal'
      if (failure === 'internal')
        log.write(3, 'backtest.failed', { backtestId: row.id, error: error instanceof Error ? error.name : 'unknown' })
      // Without a database the row stays unchanged and the back-test restarts.
      await finishBacktest(db, row, { failure }, clock()).catch(() => failed.add(row.id))
    }
  }
}

function inputOf(row: StoredBacktest): BacktestInput {
  const common = {
    environmentId: row.environment_id,
    eventType: row.event_type,
    from: row.from_at,
    to: row.to_at,
  }
  if (row.kind === 'outage') return { kind: 'outage', ...common, outage: row.body as FieldOutage }
  if (row.kind === 'history') {
    const { body } = row.body as HistoryTask
    // The rule of a template has no id: that of the run stands for it.
    return { kind: 'history', ...common, body, ruleId: body === null ? null : (row.rule_id ?? row.id) }
  }
  const body = row.body as RuleBody | null
  return row.kind === 'routing'
    ? { kind: 'routing', ...common, body, ruleId: row.rule_id ?? '', limit: row.event_limit ?? 0 }
    : { kind: 'decision', ...common, body, ruleId: row.rule_id, branch: row.branch }
}
