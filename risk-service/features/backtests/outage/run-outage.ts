import type { RuleBody } from '../../../contract/index.ts'
import type { OutageResult } from '../../../contract/ontology/field-outages.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import { attributeReadsOf } from '../../../fql/check/attribute-reads.ts'
import type { Db } from '../../../ports/database.ts'
import { loadCandidateRules } from '../run/candidate-chain.ts'
import { createVelocityCounting } from '../run/count-velocities.ts'
import { observeOutcome } from '../run/outcomes.ts'
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
import { type ChangedEvent, NoEventsError, type OutageRunInput, type RunDeps, type RunHooks } from '../run/run-types.ts'
import { type ActiveRule, createOutageTally } from './outage-tally.ts'
import { createOutageVelocities } from './outage-velocities.ts'
import { createFieldRemoval } from './remove-field.ts'

/**
 * Runs the published rules over the events of a period as they were and without a field, with the inputs of that time as
 * `runBacktest` does. Velocities are counted twice: the events of the period feed those of the second run without the
 * field. Nothing is stored and nothing is sent. Throws `NoEventsError`, `FqlError`, and the error that `progress` throws.
 */
export async function runOutage(
  deps: RunDeps,
  { environmentId, eventType, outage, from, to }: OutageRunInput,
  { progress, mostChanged = Infinity }: RunHooks,
): Promise<OutageResult> {
  const { db, countryOf, mode = 'code' } = deps
  const { assessments, resources, book } = await openRegistries(deps, mode)
  const published = { environmentId, eventType, ruleId: null, branch: null, body: null }
  const rules = await loadCandidateRules(db, book, published, mode)
  const texts = textsOf(rules, resources)
  const velocities = createOutageVelocities()
  const counting = createVelocityCounting(rules.reads, resources, velocities, mode)
  // Whatever was derived from the field is derived again, of both runs in the same way.
  const needs = {
    ...requiredPartsOf([...rules.reads, ...(counting?.reads ?? [])], counting, texts),
    derived: true,
    enrichment: true,
    device: false,
    facts: true,
  }
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

  const lists = await loadPastLists(db, rules.checks, rules.environmentIds, texts, slice.from, to)
  const readersFor = (side: 'before' | 'after') =>
    createPastReaders({ assessments, countryOf, derived: true }, now => ({
      lists: lists.reader(now),
      velocities: counting === null ? null : velocities[side](now),
    }))
  const past = { before: readersFor('before'), after: readersFor('after') }
  const pathOf = await loadEnvironmentPaths(db)
  const legacyScores = assessments.find(environmentId, eventType)?.check.legacyScores
  const remove = createFieldRemoval(outage.path)
  const tally = createOutageTally(await loadActiveRules(db, rules.environmentIds, eventType, outage.path))
  const inScope = new Set(below)
  const errors = new Map<string, number>()
  let events = 0
  let left = mostChanged
  let changed: ChangedEvent[] = []
  let reportedAt = performance.now()

  function visit(stored: RecordedEvent): void {
    events += 1
    // Without the stored facts everything is derived from the request.
    const event = { ...stored, enrichment: withCountry(stored), facts: null }
    const isDecided = event.eventType === eventType && event.at >= from.getTime() && inScope.has(event.environmentId)
    const isAffected = isDecided && (outage.clientId === null || event.enrichment.apiClient === outage.clientId)
    const without = isAffected ? remove(event) : event
    past.before.selectEvent(event)
    past.after.selectEvent(without)
    const after = isDecided ? decide(event, without) : null
    if (counting !== null) count(event, after === null ? without : { ...without, ...after }, isDecided)
  }

  /** Decides an event both ways. Returns its evaluation without the field. */
  function decide(event: RecordedEvent, without: RecordedEvent): Pick<RecordedEvent, 'decision' | 'rule' | 'clause'> {
    const sets = rules.chainsOf(event.environmentId).before
    const scores = recordedScores(legacyScores, event.riskScore, event.recordedInputs)
    const isRemoved = without !== event
    errors.clear()
    const before = observeOutcome(sets, past.before.scope(), scores, ({ rule }, count) => errors.set(rule.id, count))
    const after = observeOutcome(sets, past.after.scope(), scores, ({ rule }, count) => {
      if (!isRemoved) return
      // A rule that runs only without the field, because another one no longer decides before it, is no comparison.
      const usual = errors.get(rule.id)
      tally.addRun(rule, usual === undefined ? 0 : count - usual)
    })
    if (tally.add(event, before, after, isRemoved) && left > 0) {
      left -= 1
      const { eventId, externalId, amountUsd, label } = event
      changed.push({
        environmentId: event.environmentId,
        eventId,
        externalId,
        at: new Date(event.at),
        before: before.decision,
        after,
        amountUsd,
        label,
      })
    }
    return after.decision === before.decision
      ? { decision: event.decision, rule: event.rule, clause: event.clause }
      : { decision: after.decision, rule: after.rule?.name ?? null, clause: after.clause }
  }

  /** Both readers have their event selected; only another decision of the second one is new to it. */
  function count(event: RecordedEvent, without: RecordedEvent, isDecided: boolean): void {
    const path = pathOf(event.environmentId)
    const add = (side: 'before' | 'after'): void => {
      const counted = past[side].counted()
      if (counted !== null) counting?.add(path, counted.types, counted.scope, event.at)
    }
    const isRemoved = without.request !== event.request || without.enrichment !== event.enrichment
    const isSame = !isRemoved && without.decision === event.decision
    velocities.select(isSame ? 'both' : 'before', isDecided)
    add('before')
    if (isSame) return
    if (without.decision !== event.decision) past.after.selectEvent(without)
    velocities.select('after', isDecided)
    add('after')
  }

  async function reportProgress(): Promise<void> {
    reportedAt = performance.now()
    const now = changed
    changed = []
    await progress(events, total, now)
  }
  await visitEvents(db, deps.readRows ?? readWholeResult(db), slice, needs, visit, async () => {
    if (performance.now() - reportedAt >= 250) await reportProgress()
  })
  await reportProgress()
  return tally.result(velocities.contributions(), notesOf(texts, lists.missing, counting))
}

/** The country of the address, which the event may have from a source that has changed since. */
const withCountry = ({ enrichment, facts }: RecordedEvent): RecordedEvent['enrichment'] =>
  facts?.ipCountry == null ? enrichment : { ...enrichment, ipCountry: facts.ipCountry }

/** Returns the active rules by their id, with whether their texts read a field. */
async function loadActiveRules(
  db: Db,
  environmentIds: readonly string[],
  eventType: string,
  path: string,
): Promise<ReadonlyMap<string, ActiveRule>> {
  const rows = await db
    .selectFrom('rule')
    .select(['id', 'environment_id', 'body'])
    .where('environment_id', 'in', [...environmentIds])
    .where('event_type', '=', eventType)
    .where('type', '=', 'decision')
    .where('status', '=', 'active')
    .execute()
  const field = path.toLowerCase()
  const isRead = ({ condition, clauses }: RuleBody): boolean =>
    attributeReadsOf([condition, ...clauses.map(({ text }) => text)].map(text => ({ place: null, text }))).some(
      read => {
        const own = read.path.toLowerCase()
        return own === field || (read.isBlock && (own === '' || field.startsWith(`${own}.`)))
      },
    )
  return new Map(
    rows.map(({ id, environment_id, body }) => [
      id,
      { environmentId: environment_id, readsField: isRead(body as RuleBody) },
    ]),
  )
}
