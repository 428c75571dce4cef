import type { TimeMachineResult } from '../../../contract/uploads/time-machine.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import { type CandidateRules, loadCandidateRules } from '../run/candidate-chain.ts'
import { createVelocityCounting } from '../run/count-velocities.ts'
import { outcomeOf } from '../run/outcomes.ts'
import {
  countPastEvents,
  loadEnvironmentScope,
  type RecordedEvent,
  readWholeResult,
  visitEvents,
} from '../run/past-events.ts'
import { loadPastLists } from '../run/past-lists.ts'
import { createPastReaders } from '../run/past-readers.ts'
import { notesOf, requiredPartsOf, textsOf } from '../run/required-inputs.ts'
import { loadEnvironmentPaths, openRegistries, requiredEnvironments, requiredEventTypes } from '../run/run-scope.ts'
import {
  type HistoryRunInput,
  NoEventsError,
  type RunDeps,
  type RunHooks,
  type SignalVerdict,
} from '../run/run-types.ts'
import { createVelocityReplay } from '../run/velocity-replay.ts'
import { createHistoryScorer, hasUnscoredEvents } from './fit-scores.ts'
import { createHistoryTally, type HistoryEvent } from './history-tally.ts'

/**
 * Runs rules over the stored history in order of time, as `runBacktest` does, and compares their decisions with what
 * became known of the events. Events are read in pieces, and what became known of a piece is read after it, so that the
 * memory does not grow with the history. Nothing is stored and nothing is sent. Throws `NoEventsError`,
 * `SubjectNotFoundError`, `FqlError`, and the error that `progress` throws.
 */
export async function runHistory(
  deps: RunDeps,
  { environmentId, eventType, ruleId, body, from, to }: HistoryRunInput,
  { progress }: RunHooks,
): Promise<TimeMachineResult> {
  const { db, countryOf, mode = 'code' } = deps
  const { assessments, resources, book } = await openRegistries(deps, mode)
  const rules = await loadCandidateRules(db, book, { environmentId, eventType, ruleId, branch: null, body }, mode)
  const texts = textsOf(rules, resources)
  const velocities = createVelocityReplay()
  const counting = createVelocityCounting(rules.reads, resources, velocities, mode)
  const needs = {
    ...requiredPartsOf([...rules.reads, ...(counting?.reads ?? [])], counting, texts),
    origin: true,
  }
  const readsScores = /riskscore|model\s*\.\s*risk/.test(texts)
  const below = await loadEnvironmentScope(db, environmentId)
  const slice = {
    environmentIds: await requiredEnvironments(db, below, counting),
    eventTypes: requiredEventTypes(eventType, counting),
    from: new Date(from.getTime() - (counting?.reach ?? 0)),
    to,
  }
  const own = { environmentIds: below, eventTypes: [eventType.toLowerCase()], from, to }
  const [total, decided] = await Promise.all([countPastEvents(db, slice), countPastEvents(db, own)])
  if (decided === 0) throw new NoEventsError()

  // Fitted only where a rule reads them, and where there are none.
  const scorer = readsScores && (await hasUnscoredEvents(db, own)) ? createHistoryScorer(to.getTime()) : null
  const parts = scorer === null ? needs : { ...needs, enrichment: true, device: false, scoring: true }

  const lists = await loadPastLists(db, rules.checks, rules.environmentIds, texts, slice.from, to)
  const past = createPastReaders({ assessments, countryOf, derived: needs.derived }, now => ({
    lists: lists.reader(now),
    velocities: counting === null ? null : velocities.reader(now),
  }))
  const pathOf = await loadEnvironmentPaths(db)
  const legacyScores = assessments.find(environmentId, eventType)?.check.legacyScores
  const tally = createHistoryTally()
  const inScope = new Set(below)
  const readVerdicts = deps.readVerdicts ?? (() => Promise.resolve(null))
  let piece: HistoryEvent[] = []
  let events = 0
  let reportedAt = performance.now()

  function visit(stored: RecordedEvent): void {
    events += 1
    const isOfType = stored.eventType === eventType && inScope.has(stored.environmentId)
    const fitted = isOfType ? (scorer?.score(stored) ?? null) : null
    const isFitted = fitted !== null && !stored.isScored
    const event = isFitted ? { ...stored, riskScore: fitted } : stored
    past.selectEvent(event)
    const isOwn = isOfType && event.at >= from.getTime()
    const evaluation = isOwn ? decide(event, isFitted ? 'fitted' : event.isScored ? 'stored' : 'none') : null
    if (counting === null) return
    // Velocities may read the decision, which is the one that is made now.
    if (evaluation !== null && needs.evaluation && evaluation.decision !== event.decision)
      past.selectEvent({ ...event, ...evaluation })
    const counted = past.counted()
    if (counted !== null) counting.add(pathOf(event.environmentId), counted.types, counted.scope, event.at)
  }

  function decide(
    event: RecordedEvent,
    score: HistoryEvent['score'],
  ): Pick<RecordedEvent, 'decision' | 'rule' | 'clause'> {
    const after = outcomeOf(
      rules.chainsOf(event.environmentId).after,
      past.scope(),
      recordedScores(legacyScores, event.riskScore, event.recordedInputs),
    )
    // The event as a whole has its body, which is dropped here.
    const { environmentId: id, eventId, externalId, at, amountUsd, decision, label, isDecided } = event
    piece.push({ environmentId: id, eventId, externalId, at, amountUsd, decision, label, isDecided, score, after })
    return { decision: after.decision, rule: after.rule?.name ?? null, clause: after.clause }
  }

  async function countPiece(): Promise<void> {
    const ended = piece
    piece = []
    const latest = new Map<string, SignalVerdict>()
    for (const [id, its] of Map.groupBy(ended, each => each.environmentId)) {
      const verdicts = await readVerdicts(id, eventType, its)
      for (const event of its) {
        const verdict = verdicts?.get(event.eventId) ?? verdictOfLabel(event)
        if (verdict !== undefined) latest.set(event.eventId, verdict)
        tally.add(event, verdict)
      }
    }
    scorer?.endPiece(id => latest.get(id))
  }
  async function reportProgress(): Promise<void> {
    reportedAt = performance.now()
    await progress(events, total, [])
  }
  await visitEvents(db, deps.readRows ?? readWholeResult(db), slice, parts, visit, async () => {
    await countPiece()
    if (performance.now() - reportedAt >= 500) await reportProgress()
  })
  await reportProgress()
  return tally.result({
    activeRules: countRules(rules),
    readsScores,
    notes: notesOf(texts, lists.missing, counting),
  })
}

/** Where nothing but the label of an event is stored: what it was made of, its date too, may be deleted. */
const verdictOfLabel = ({ label, at }: HistoryEvent): SignalVerdict | undefined =>
  label === null ? undefined : { isFraud: label === 'Fraud', signal: 'label', knownAt: at }

const countRules = (rules: CandidateRules): number =>
  new Set(rules.environmentIds.flatMap(id => rules.chainsOf(id).after.flatMap(set => set.rules))).size
