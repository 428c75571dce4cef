import type { Decision } from '../../contract/index.ts'
import type { MaybePromise } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { fnvHash } from '../lib/fnv-hash.ts'
import { mixBits } from '../lib/murmur-hash.ts'
import type { ExperimentChain } from '../rules/published-chain.ts'
import type { RuleResult } from '../rules/rule-result.ts'

/** An event that production decided and that may run through branches, too. */
interface ExperimentEvent {
  environmentId: string
  eventId: string
  at: Date
  decision: Decision
  /**
   * Runs the event through a branch's chain. It makes calls only when the experiment allows them, and the called
   * assessments store nothing.
   */
  run: (experiment: ExperimentChain) => MaybePromise<RuleResult>
}

export interface ExperimentRunner {
  /** Queues the event for experiments whose samples contain it; it runs later, or not at all when too many wait. */
  enqueue: (experiments: readonly ExperimentChain[], event: ExperimentEvent) => void
  /** Runs and stores all waiting events. */
  close: () => Promise<void>
}

/**
 * Maximum of events that wait for their shadow run; further ones are left out of the experiment, so that decisions are
 * never delayed.
 */
const maxQueuedRuns = 2000
/** Runs in a row before the event loop gets its turn. */
const runsPerSlice = 16
/** Rows per statement. */
const rowsPerStatement = 200
/** Results that wait for the store; further ones are left out, too. */
const maxUnstoredResults = 10_000
/** Time for which results wait for further ones. */
const storeDelayMs = 250

/** Returns true for `share` percent of the ids, always the same ones; each experiment has a different sample. */
export function isSampled(experimentId: string, id: string, share: number): boolean {
  // Mixed, because consecutive ids differ in few bits only.
  return mixBits(fnvHash(id, fnvHash(experimentId))) % 10_000 < share * 100
}

/** Returns the experiments that run at `now` and whose sample contains the event. */
export const sampledExperiments = (
  experiments: readonly ExperimentChain[],
  externalId: string,
  now: Date,
): readonly ExperimentChain[] =>
  experiments.filter(
    ({ experimentId, share, endsAt }) =>
      isSampled(experimentId, externalId, share) && (endsAt === null || endsAt > now),
  )

/** Runs experiments beside production: after the answer, in slices, into a table of their own. */
export function createExperimentRunner({ db, log }: Pick<Ports, 'db' | 'log'>): ExperimentRunner {
  type Row = ReturnType<typeof rowOf>
  const waiting: { experiment: ExperimentChain; event: ExperimentEvent }[] = []
  let rows: Row[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let leftOut = 0
  /** Runs that wait for asynchronous work. */
  let running: Promise<unknown> = Promise.resolve()
  let storing: Promise<void> = Promise.resolve()
  let unstored = 0

  function wake(after: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      runSlice(runsPerSlice)
      if (rows.length >= rowsPerStatement || waiting.length === 0) store()
      if (waiting.length > 0) wake(0)
      // A result of asynchronous work is stored when it is complete.
      else
        void running.then(() => {
          if (rows.length > 0) wake(storeDelayMs)
        })
    }, after)
  }

  function runSlice(count: number): void {
    for (const { experiment, event } of waiting.splice(0, count)) {
      const failed = () => log.write(3, 'experiment.run-failed', { experimentId: experiment.experimentId })
      try {
        const run = event.run(experiment)
        if (run instanceof Promise)
          running = Promise.all([
            running,
            run.then(result => {
              rows.push(rowOf(experiment, event, result))
            }, failed),
          ])
        else rows.push(rowOf(experiment, event, run))
      } catch {
        failed()
      }
    }
  }

  function store(): void {
    if (leftOut > 0) log.write(2, 'experiment.left-out', { events: leftOut })
    leftOut = 0
    if (rows.length === 0) return
    const batch = rows
    rows = []
    // A store that is too slow costs the experiment its rows, not the service its memory.
    if (unstored + batch.length > maxUnstoredResults) {
      log.write(2, 'experiment.left-out', { events: batch.length })
      return
    }
    unstored += batch.length
    storing = storing.then(async () => {
      try {
        for (let at = 0; at < batch.length; at += rowsPerStatement) {
          await db
            .insertInto('shadow_run')
            .values(batch.slice(at, at + rowsPerStatement))
            .onConflict(conflict => conflict.doNothing())
            .execute()
        }
      } catch {
        log.write(3, 'experiment.not-stored', { events: batch.length })
      } finally {
        unstored -= batch.length
      }
    })
  }

  return {
    enqueue(experiments, event) {
      for (const experiment of experiments) {
        if (waiting.length >= maxQueuedRuns) leftOut += 1
        else waiting.push({ experiment, event })
      }
      if (waiting.length > 0) wake(waiting.length >= rowsPerStatement ? 0 : storeDelayMs)
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      while (waiting.length > 0) runSlice(runsPerSlice)
      await running
      store()
      await storing
    },
  }
}

function rowOf(experiment: ExperimentChain, event: ExperimentEvent, run: RuleResult) {
  return {
    experiment_id: experiment.experimentId,
    event_id: event.eventId,
    environment_id: event.environmentId,
    at: event.at,
    production: event.decision,
    decision: run.decision,
    reason: run.reason,
    rule_id: run.rule?.id ?? null,
    rule: run.rule?.name ?? null,
    clause: run.clause,
    outputs: JSON.stringify({ ...run.outputs, ...run.response }),
  }
}
