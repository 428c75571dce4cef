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
  externalId: string
  at: Date
  decision: Decision
  /**
   * Runs the event through a branch's chain. It calls others only when the experiment says so, and stores nothing with
   * them.
   */
  run: (shadow: ExperimentChain) => MaybePromise<RuleResult>
}

export interface ExperimentRunner {
  /** Notes the event for every experiment whose sample it is in; runs later, or not at all when too many wait. */
  enqueue: (shadows: readonly ExperimentChain[], event: ExperimentEvent) => void
  /** Runs and stores what waits. */
  close: () => Promise<void>
}

/** Events that wait for their shadow run; more are left out of the experiment, so that decisions are never held up. */
const maxQueuedRuns = 2000
/** Runs in a row before others have their turn. */
const runsPerSlice = 16
/** Rows per statement. */
const rowsPerStatement = 200
/** Results that wait for the store; more are left out, too. */
const maxUnstoredResults = 10_000
/** Results wait this long for others. */
const storeDelayMs = 250

/** True for `share` percent of the ids, the same ones every time; another sample in each experiment. */
export function isSampled(experimentId: string, id: string, share: number): boolean {
  // Mixed, because ids that follow each other differ in few bits only.
  return mixBits(fnvHash(id, fnvHash(experimentId))) % 10_000 < share * 100
}

/** Runs experiments beside production: after the answer, in slices, into a table of their own. */
export function createExperimentRunner({ db, log, clock }: Pick<Ports, 'db' | 'log' | 'clock'>): ExperimentRunner {
  type Row = ReturnType<typeof rowOf>
  const waiting: { shadow: ExperimentChain; event: ExperimentEvent }[] = []
  let rows: Row[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = 0
  /** Runs that wait for something. */
  let underWay: Promise<unknown> = Promise.resolve()
  let storing: Promise<void> = Promise.resolve()
  let unstored = 0

  function wake(after: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      runSlice(runsPerSlice)
      if (rows.length >= rowsPerStatement || waiting.length === 0) store()
      if (waiting.length > 0) wake(0)
      // What waited for something is stored when it is there.
      else
        void underWay.then(() => {
          if (rows.length > 0) wake(storeDelayMs)
        })
    }, after)
  }

  function runSlice(most: number): void {
    for (const { shadow, event } of waiting.splice(0, most)) {
      const failed = () => log.write(3, 'experiment.run-failed', { experimentId: shadow.experimentId })
      try {
        const run = event.run(shadow)
        if (run instanceof Promise)
          underWay = Promise.all([
            underWay,
            run.then(result => {
              rows.push(rowOf(shadow, event, result))
            }, failed),
          ])
        else rows.push(rowOf(shadow, event, run))
      } catch {
        failed()
      }
    }
  }

  function store(): void {
    if (left > 0) log.write(2, 'experiment.left-out', { events: left })
    left = 0
    if (rows.length === 0) return
    const taken = rows
    rows = []
    // A store that does not keep up costs the experiment its rows, not the service its memory.
    if (unstored + taken.length > maxUnstoredResults) {
      log.write(2, 'experiment.left-out', { events: taken.length })
      return
    }
    unstored += taken.length
    storing = storing.then(async () => {
      try {
        for (let at = 0; at < taken.length; at += rowsPerStatement) {
          await db
            .insertInto('shadow_run')
            .values(taken.slice(at, at + rowsPerStatement))
            .onConflict(conflict => conflict.doNothing())
            .execute()
        }
      } catch {
        log.write(3, 'experiment.not-stored', { events: taken.length })
      } finally {
        unstored -= taken.length
      }
    })
  }

  return {
    enqueue(shadows, event) {
      for (const shadow of shadows) {
        if (
          !isSampled(shadow.experimentId, event.externalId, shadow.share) ||
          (shadow.endsAt !== null && shadow.endsAt <= clock())
        )
          continue
        if (waiting.length >= maxQueuedRuns) left += 1
        else waiting.push({ shadow, event })
      }
      if (waiting.length > 0) wake(waiting.length >= rowsPerStatement ? 0 : storeDelayMs)
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      while (waiting.length > 0) runSlice(runsPerSlice)
      await underWay
      store()
      await storing
    },
  }
}

function rowOf(shadow: ExperimentChain, event: ExperimentEvent, run: RuleResult) {
  return {
    experiment_id: shadow.experimentId,
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
