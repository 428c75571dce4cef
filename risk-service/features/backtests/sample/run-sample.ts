import { createYieldPoint, type RuleBody } from '../../../contract/index.ts'
import { type RuleSample, ruleSampleLimits } from '../../../contract/rules/backtests.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import type { RunSample, SampleResources } from '../../../engine/replay/sample-resources.ts'
import { hideScores, showScores } from '../../../engine/rules/rule-set-runner.ts'
import { type CompiledRule, compileRuleInSteps, FqlError } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import { UnavailableError } from '../../../ports/index.ts'
import { loadLatestEvents, type RecordedEvent, readWholeResult } from '../run/past-events.ts'
import { createPastReaders } from '../run/past-readers.ts'
import { type ClauseReads, clauseReads } from './clause-reads.ts'

/** Milliseconds for which the texts of a sample are compiled at most, as long as those of a trial. */
const longestCompilation = 5000
/** Milliseconds for which a sample runs at most; then it is as large as it got. */
const longestRun = 1500
/** A sample of a whole period has all parts of its events: rules may read any. */
const parts = {
  enrichment: true,
  device: false,
  recordedInputs: true,
  facts: true,
  evaluation: false,
  origin: false,
  scoring: false,
} as const

type SampleResult = NonNullable<RuleSample['result']>

/**
 * Returns what runs samples in the thread that calls it, in slices: other work of the thread waits for one clause at
 * most.
 */
export const createSampleRun =
  (db: Db): RunSample =>
  async ({ body, eventType, ...slice }, resources, cancelled) => {
    const compiled = await compileInSlices(resources, body, cancelled)
    if (compiled === 'invalid') return { sampled: 0, result: null }
    const events = await loadLatestEvents(readWholeResult(db), slice, eventType, parts, ruleSampleLimits.events)
    const tally = createSampleTally(compiled, resources)
    const isEnded = createEnd(longestRun, cancelled)
    let sampled = 0
    for (const event of events) {
      if ((await runUntil(tally.add(event), isEnded)) === 'ended') break
      sampled += 1
    }
    return { sampled, result: tally.result() }
  }

const createEnd = (milliseconds: number, cancelled: AbortSignal): (() => boolean) => {
  const started = performance.now()
  return () => cancelled.aborted || performance.now() - started > milliseconds
}

/** Runs cooperative work in slices, and gives it up at the end. */
async function runUntil<T>(work: Generator<undefined, T>, isEnded: () => boolean): Promise<T | 'ended'> {
  const pause = createYieldPoint()
  for (;;) {
    if (isEnded()) return 'ended'
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}

interface CompiledSample {
  rule: CompiledRule
  reads: ClauseReads
}

async function compileInSlices(
  { check }: SampleResources,
  body: RuleBody,
  cancelled: AbortSignal,
): Promise<CompiledSample | 'invalid'> {
  const isEnded = createEnd(longestCompilation, cancelled)
  try {
    const rule = await runUntil(compileRuleInSteps(body, check), isEnded)
    const reads = await runUntil(clauseReads(body), isEnded)
    if (rule === 'ended' || reads === 'ended') throw new UnavailableError('overload')
    return { rule, reads }
  } catch (error) {
    if (error instanceof FqlError) return 'invalid'
    throw error
  }
}

function createSampleTally(
  { rule, reads }: CompiledSample,
  { assessments, countryOf, lists, legacyScores }: SampleResources,
) {
  const past = createPastReaders({ assessments, countryOf, derived: true }, () => ({ lists, velocities: null }))
  const clauses = rule.order.flatMap(place => {
    const clause = rule.clauses[place]
    return clause ? [{ clause, place, matched: 0, decided: 0 }] : []
  })
  const decided = { Approve: 0, Review: 0, Challenge: 0, Reject: 0 }
  let selected = 0
  return {
    /** Counts the event when all clauses have run; yields after each. */
    *add(event: RecordedEvent): Generator<undefined, void> {
      past.selectEvent(event)
      const scope = past.scope()
      const scores = recordedScores(legacyScores, event.riskScore, event.recordedInputs)
      hideScores(scope)
      yield
      const matching: (typeof clauses)[number][] = []
      let first: { counts: (typeof clauses)[number]; kind: keyof typeof decided } | null = null
      const isSelected = rule.condition(scope)
      for (const each of isSelected ? clauses : []) {
        yield
        showScores(each.clause, scope, scores)
        const { fired, observed, decision } = each.clause.run(scope)
        if (!fired && !observed) continue
        matching.push(each)
        if (fired && decision !== undefined) first ??= { counts: each, kind: decision.kind }
      }
      if (!isSelected) return
      selected += 1
      for (const each of matching) each.matched += 1
      if (first === null) return
      first.counts.decided += 1
      decided[first.kind] += 1
    },
    result: (): SampleResult => {
      // Where the condition, or a clause above, reads a velocity, nobody can say what is left for the others.
      let isUncertain = reads.condition
      return {
        selected,
        clauses: clauses.map(({ clause, place, matched, decided: own }) => {
          const isCounted = !reads.condition && !reads.clauses[place]
          isUncertain ||= !isCounted
          return { clause: clause.name, matched: isCounted ? matched : null, decided: isUncertain ? null : own }
        }),
        decided: isUncertain ? null : decided,
        notes: reads.notes,
      }
    },
  }
}
