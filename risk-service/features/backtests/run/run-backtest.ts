import type { BacktestResult } from '../../../contract/rules/backtests.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import { type CandidateRules, loadCandidateRules } from './candidate-chain.ts'
import { createVelocityCounting } from './count-velocities.ts'
import { createChainRunner } from './outcomes.ts'
import {
  countPastEvents,
  loadEnvironmentScope,
  type RecordedEvent,
  readWholeResult,
  visitEvents,
} from './past-events.ts'
import { loadPastLists } from './past-lists.ts'
import { createPastReaders } from './past-readers.ts'
import { notesOf, requiredPartsOf, textsOf } from './required-inputs.ts'
import { loadEnvironmentPaths, openRegistries, requiredEnvironments, requiredEventTypes } from './run-scope.ts'
import { type ChangedEvent, NoEventsError, type RunDeps, type RunHooks, type RunInput } from './run-types.ts'
import { createTally } from './tally.ts'
import { createVelocityReplay } from './velocity-replay.ts'

/**
 * Runs published rules and the same with a change over stored events, in order of time and with the inputs of that
 * time: scores as stored, lists by their versions, velocities recounted from the earlier events, calls with their
 * recorded results. Nothing is stored and nothing is sent. Throws `NoEventsError`, `SubjectNotFoundError`, `FqlError`,
 * and the error that `progress` throws.
 */
export async function runBacktest(
  deps: RunDeps,
  input: RunInput,
  { progress, mostChanged = Infinity }: RunHooks,
): Promise<BacktestResult> {
  const { db, countryOf, mode = 'code' } = deps
  const { assessments, resources, book } = await openRegistries(deps, mode)
  const rules = await loadCandidateRules(db, book, input, mode)
  const texts = textsOf(rules, resources)
  const velocities = createVelocityReplay()
  const counting = createVelocityCounting(rules.reads, resources, velocities, mode)
  const needs = requiredPartsOf([...rules.reads, ...(counting?.reads ?? [])], counting, texts)
  const begin = new Date(input.from.getTime() - (counting?.reach ?? 0))
  const below = await loadEnvironmentScope(db, input.environmentId)
  const read = {
    environmentIds: await requiredEnvironments(db, below, counting),
    eventTypes: requiredEventTypes(input.eventType, counting),
    from: begin,
    to: input.to,
  }
  const [total, own] = await Promise.all([
    countPastEvents(db, read),
    countPastEvents(db, {
      ...read,
      environmentIds: below,
      eventTypes: [input.eventType.toLowerCase()],
      from: input.from,
    }),
  ])
  if (own === 0 || !rules.environmentIds.some(id => rules.chainsOf(id).after.length > 0)) throw new NoEventsError()

  const lists = await loadPastLists(db, rules.checks, rules.environmentIds, texts, begin, input.to)
  const past = createPastReaders({ assessments, countryOf, derived: needs.derived }, now => ({
    lists: lists.reader(now),
    velocities: counting === null ? null : velocities.reader(now),
  }))
  const pathOf = await loadEnvironmentPaths(db)
  const legacyScores = assessments.find(input.environmentId, input.eventType)?.check.legacyScores
  const runners = createRunners(rules, /setvariables/.test(texts))
  const tally = createTally()
  const inScope = new Set(below)
  const from = input.from.getTime()
  let events = 0
  let left = mostChanged
  let changed: ChangedEvent[] = []
  let reportedAt = performance.now()

  function visit(event: RecordedEvent): void {
    const { at, environmentId, eventType, amountUsd, label } = event
    events += 1
    past.selectEvent(event)
    if (eventType === input.eventType && at >= from && inScope.has(environmentId)) {
      const [before, after] = runners(environmentId)(
        past.scope,
        recordedScores(legacyScores, event.riskScore, event.recordedInputs),
      )
      if (tally.add({ stored: event.decision, before, after, amountUsd, label }) && left > 0) {
        left -= 1
        changed.push({
          environmentId,
          eventId: event.eventId,
          externalId: event.externalId,
          at: new Date(at),
          before: before.decision,
          after,
          amountUsd,
          label,
        })
      }
    }
    if (counting === null) return
    const counted = past.counted()
    if (counted !== null) counting.add(pathOf(environmentId), counted.types, counted.scope, at)
  }
  async function reportProgress(): Promise<void> {
    reportedAt = performance.now()
    const now = changed
    changed = []
    await progress(events, total, now)
  }
  await visitEvents(db, deps.readRows ?? readWholeResult(db), read, needs, visit, async () => {
    if (performance.now() - reportedAt >= 500) await reportProgress()
  })
  await reportProgress()
  return tally.result(notesOf(texts, lists.missing, counting))
}

/** Returns the runner of both chains of an environment; the runner is created at the first event of the environment. */
function createRunners(
  rules: CandidateRules,
  alone: boolean,
): (environmentId: string) => ReturnType<typeof createChainRunner> {
  const runners = new Map<string, ReturnType<typeof createChainRunner>>()
  return environmentId => {
    let own = runners.get(environmentId)
    if (own === undefined) runners.set(environmentId, (own = createChainRunner(rules.chainsOf(environmentId), alone)))
    return own
  }
}
