import type { EventRow, Explanation } from '../../contract/index.ts'
import type { StoredDecision } from '../../engine/counterfactual/counterfactuals.ts'
import type { StoredRule } from '../../engine/counterfactual/recompile-chain.ts'
import { expandExplanation } from '../../engine/explain/explanation.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import type { ChainRule, DecisionTimings } from '../../ports/stored-explanation.ts'
import type { EventScope } from './event-detail.ts'
import {
  findEventKey,
  loadDataEvents,
  loadEvent,
  loadLabels,
  type ReportedDataEvent,
  type StoredLabel,
} from './store.ts'
import { rulesOf, toStoredDecision } from './stored-decisions.ts'

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
