import type { Kysely } from 'kysely'
import { type BacktestResult, backtestLimits } from '../contract/backtests.ts'
import type { RuleBody } from '../contract/index.ts'
import { FqlError } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import type { Database } from '../store/schema.ts'
import { SubjectGone } from './chain.ts'
import { type ChangedEvent, NoEvents, type RunHooks, type RunInput } from './run.ts'
import { finish, saveProgress, takeNext } from './store.ts'

/** The service ends: the back-test begins anew with the next one. */
export class Interrupted extends Error {}

/** Somebody cancelled it. */
class Cancelled extends Error {}

export interface BacktestDeps extends Pick<Ports, 'clock' | 'log'> {
  db: Kysely<Database>
  /** Runs one, wherever; rejects with what `progress` throws. */
  perform: (input: RunInput, hooks: RunHooks) => Promise<BacktestResult>
}

/**
 * Runs what waits, one after the other, and again what ran when the service ended. Whatever is cancelled is gone from
 * the table: the next progress of its run finds out and ends it.
 */
export async function runBacktests({ db, clock, log, perform }: BacktestDeps): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const row = await takeNext(db, failed)
    if (row === null) return
    const progress = async (events: number, total: number, changed: readonly ChangedEvent[]): Promise<void> => {
      if (!(await saveProgress(db, row, events, total, changed))) throw new Cancelled()
    }
    const input: RunInput = {
      environmentId: row.environment_id,
      eventType: row.event_type,
      ruleId: row.rule_id,
      branch: row.branch,
      body: row.body as RuleBody | null,
      from: row.from_at,
      to: row.to_at,
    }
    try {
      await finish(
        db,
        row,
        { result: await perform(input, { progress, mostChanged: backtestLimits.changed }) },
        clock(),
      )
    } catch (error) {
      if (error instanceof Interrupted) return
      if (error instanceof Cancelled) continue
      const failure =
        error instanceof NoEvents
          ? 'noEvents'
          : error instanceof SubjectGone || error instanceof FqlError
            ? 'ruleGone'
            : 'internal'
      if (failure === 'internal')
        log.write(3, 'backtest.failed', { backtestId: row.id, error: error instanceof Error ? error.name : 'unknown' })
      // Without a database it stays as it is and begins anew.
      await finish(db, row, { failure }, clock()).catch(() => failed.add(row.id))
    }
  }
}
