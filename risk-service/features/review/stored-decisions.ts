import { undecided } from '../../contract/common/constants.ts'
import type { EventRow, Explanation } from '../../contract/index.ts'
import type { StoredDecision } from '../../engine/counterfactual/counterfactuals.ts'
import type { StoredRule } from '../../engine/counterfactual/recompile-chain.ts'
import { expandExplanation } from '../../engine/explain/explanation.ts'
import { type StoredRow, toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import type { ChainRule, DecisionTimings } from '../../ports/stored-explanation.ts'
import type { EventScope } from './event-detail.ts'
import {
  type EventKey,
  findEventKey,
  loadDataEvents,
  loadEvent,
  loadEvents,
  loadEventVersions,
  loadLabels,
  type ReportedDataEvent,
  type StoredBody,
  type StoredLabel,
} from './store.ts'

/**
 * Loads a decision with the rules that made it, in the form in which the engine runs them again; null for an unknown
 * event.
 */
export async function loadStoredDecision(db: Db, address: EventScope): Promise<StoredDecision | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  if (!event) return null
  return toStoredDecision(event, await rulesOf(db, event.chain_rules ?? []))
}

/**
 * Loads the decisions of many events in the same form, by event id. Those of the same chain share the array of its
 * rules. Events that were removed are left out.
 */
export async function loadStoredDecisions(
  db: Db,
  keys: readonly Pick<EventKey, 'environment_id' | 'at_text' | 'event_id'>[],
): Promise<ReadonlyMap<string, StoredDecision>> {
  const events = await loadEvents(db, keys)
  const chains = new Map<string | null, StoredDecision['rules']>()
  for (const { chain_id: id, chain_rules: rules } of events)
    if (!chains.has(id)) chains.set(id, await rulesOf(db, rules ?? []))
  return new Map(
    events
      .filter(event => event.decision !== undecided)
      .map(event => [String(event.event_id), toStoredDecision(event, chains.get(event.chain_id) ?? [])]),
  )
}

async function rulesOf(db: Db, chain: readonly ChainRule[]): Promise<StoredDecision['rules']> {
  const versions = new Map((await loadEventVersions(db, chain)).map(each => [`${each.rule_id} ${each.version}`, each]))
  return chain.map(rule => {
    const found = versions.get(`${rule.ruleId} ${rule.version}`)
    return { ...rule, body: found?.body ?? null, current: found?.current ?? false }
  })
}

function toStoredDecision(event: StoredRow & StoredBody, rules: StoredDecision['rules']): StoredDecision {
  const row = toEventRow(event)
  return {
    environmentId: row.environmentId,
    eventType: row.eventType,
    at: new Date(row.at),
    correlationId: event.correlation_id,
    // One that nothing has decided has no rules that could run again, and is not shown as a decision.
    decision: row.decision ?? 'Approve',
    reason: row.reason,
    ruleId: event.rule_id,
    rule: row.rule,
    clause: row.clause,
    riskScore: row.riskScore,
    request: event.request,
    enrichment: event.enrichment,
    reads: 'reads' in event.explanation ? (event.explanation.reads ?? {}) : {},
    rules,
  }
}

/** Everything that is stored of an event and what was reported of it. */
export interface RecordedEvent {
  row: EventRow
  receivedAt: Date
  latencyMs: number | null
  correlationId: string | null
  explanation: Explanation
  /** Null in events of earlier releases. */
  timings: DecisionTimings | null
  decision: StoredDecision
  /** The latest first. */
  labels: readonly StoredLabel[]
  dataEvents: readonly ReportedDataEvent[]
}

/** Loads an event with its decision as the engine runs it again; null for an unknown event. */
export async function loadRecordedEvent(db: Db, address: EventScope): Promise<RecordedEvent | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  if (key === null) return null
  const [event, labels, dataEvents] = await Promise.all([
    loadEvent(db, key),
    loadLabels(db, key, null),
    loadDataEvents(db, key),
  ])
  if (event === null) return null
  return {
    row: toEventRow(event),
    receivedAt: event.received_at,
    latencyMs: event.latency_ms,
    correlationId: event.correlation_id,
    explanation: expandExplanation(event.explanation, event.chain_rules),
    timings: (event.explanation as { timings?: DecisionTimings }).timings ?? null,
    decision: toStoredDecision(event, await rulesOf(db, event.chain_rules ?? [])),
    labels,
    dataEvents,
  }
}

/** Loads the texts of rules, in their order. */
export const loadRuleBodies = (db: Db, rules: readonly ChainRule[]): Promise<readonly StoredRule[]> =>
  rulesOf(db, rules)
