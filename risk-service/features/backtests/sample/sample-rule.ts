import { createYieldPoint, type RuleBody } from '../../../contract/index.ts'
import { type RuleSample, ruleSampleLimits } from '../../../contract/rules/backtests.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import type { SampleResources } from '../../../engine/replay/sample-resources.ts'
import { hideScores, showScores } from '../../../engine/rules/rule-set-runner.ts'
import { FqlError } from '../../../fql/index.ts'
import type { ActionContext } from '../../../kernel/console-api/action-context.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import {
  countEventsUpTo,
  loadEnvironmentScope,
  loadLatestEvents,
  type RecordedEvent,
  readWholeResult,
} from '../run/past-events.ts'
import { createPastReaders } from '../run/past-readers.ts'
import { clauseReads } from './clause-reads.ts'

const day = 86_400_000
/** Milliseconds for which a sample runs at most; then it is as large as it got. */
const longestRun = 1500
/** A sample of a whole period has all parts of its events: rules may read any. */
const parts = { enrichment: true, device: false, recordedInputs: true, facts: true, evaluation: false } as const

type Sampler = Pick<ActionContext<'sampleResources'>, 'ports' | 'environmentId' | 'engine'>
interface SampleRequest {
  eventType: string
  body: RuleBody
  days: number
}
type SampleResult = NonNullable<RuleSample['result']>

/**
 * Runs a rule that is edited over the latest events of a period: how often each clause matches, and which decides first.
 * Nothing is stored and nothing is sent. Ends early after some time, and when the caller has left.
 * @throws NotFoundError when there is no such assessment
 */
export async function sampleRule(
  { ports: { db, clock }, environmentId, engine }: Sampler,
  { eventType, body, days }: SampleRequest,
  hasLeft: () => boolean,
): Promise<RuleSample> {
  const to = clock()
  const from = new Date(to.getTime() - days * day)
  const slice = { environmentIds: await loadEnvironmentScope(db, environmentId), from, to }
  const available = await countEventsUpTo(db, slice, eventType, ruleSampleLimits.counted)
  const sample = { from: from.toISOString(), to: to.toISOString(), available }
  const resources = await compileFor(engine, environmentId, eventType, body)
  if (resources === 'invalid') return { ...sample, sampled: 0, result: null }
  const events = await loadLatestEvents(readWholeResult(db), slice, eventType, parts, ruleSampleLimits.events)
  const tally = createSampleTally(body, resources)
  const pause = createYieldPoint()
  const started = performance.now()
  let sampled = 0
  for (const event of events) {
    if (hasLeft() || performance.now() - started > longestRun) break
    tally.add(event)
    sampled += 1
    await pause()
  }
  return { ...sample, sampled, result: tally.result() }
}

async function compileFor(engine: Sampler['engine'], environmentId: string, eventType: string, body: RuleBody) {
  try {
    const resources = await engine.sampleResources(environmentId, eventType, body)
    if (resources === null) throw new NotFoundError('There is no such assessment.')
    return resources
  } catch (error) {
    if (error instanceof FqlError) return 'invalid'
    throw error
  }
}

function createSampleTally(body: RuleBody, { rule, assessments, countryOf, lists, legacyScores }: SampleResources) {
  const past = createPastReaders({ assessments, countryOf, derived: true }, () => ({ lists, velocities: null }))
  const reads = clauseReads(body)
  const clauses = rule.order.flatMap(place => {
    const clause = rule.clauses[place]
    return clause ? [{ clause, place, matched: 0, decided: 0 }] : []
  })
  const decided = { Approve: 0, Review: 0, Challenge: 0, Reject: 0 }
  let selected = 0
  return {
    add(event: RecordedEvent): void {
      past.selectEvent(event)
      const scope = past.scope()
      const scores = recordedScores(legacyScores, event.riskScore, event.recordedInputs)
      hideScores(scope)
      if (!rule.condition(scope)) return
      selected += 1
      let isDecided = false
      for (const each of clauses) {
        showScores(each.clause, scope, scores)
        const { fired, observed, decision } = each.clause.run(scope)
        if (!fired && !observed) continue
        each.matched += 1
        if (!fired || decision === undefined || isDecided) continue
        isDecided = true
        each.decided += 1
        decided[decision.kind] += 1
      }
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
