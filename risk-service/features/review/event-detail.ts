import type { z } from 'zod'
import type { EventDetail, EventRow, linkedEventsOutputSchema } from '../../contract/index.ts'
import { expandAnswer } from '../../engine/decide/stored-answer.ts'
import { enrichPurchase } from '../../engine/enrich/enrich-purchase.ts'
import { expandExplanation } from '../../engine/explain/explanation.ts'
import { type Json, listOf, objectOf } from '../../engine/lib/json.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import type { EntityLink } from '../../ports/index.ts'
import { toDataEvent } from './data-events.ts'
import {
  findEventKey,
  findEventKeys,
  loadDataEvents,
  loadEntityFigures,
  loadEvent,
  loadLabels,
  loadRequest,
  newestOfEntities,
  type StoredLabel,
} from './store.ts'
import { labelFacts, textOf, userRestriction } from './user-restriction.ts'

const day = 86_400_000
/** Number of days for which an entity's events are counted. */
const countedDays = 90
const linkedPerEntity = 20

export interface EventScope {
  environmentId: string
  eventType: string
  id: string
}
/** `scope`: the environments whose events count, those that a search in the event's environment covers. */
export type CountedEvent = EventScope & { scope: readonly string[] }

/** Returns the purchase view of a request. */
export type PurchaseViewOf = (request: Json) => Json

/**
 * Returns the entities of the request: derived from it again, as in the engine, so that no index over links is needed.
 */
const entitiesOf = (view: Json): EntityLink[] => enrichPurchase(view, () => null).entities

/** Returns the merchant's id of an event, which both of its ids find; null for an unknown event. */
export async function findEventId(db: Db, { environmentId, eventType, id }: EventScope): Promise<string | null> {
  return (await findEventKey(db, environmentId, eventType, id))?.external_id ?? null
}

/** Loads the id of an event, its purchase view and what it shares with others; null for an unknown event. */
export async function loadEventEntities(
  db: Db,
  address: EventScope,
  purchaseViewOf: PurchaseViewOf,
): Promise<{ eventId: string; externalId: string; view: Json; entities: EntityLink[] } | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const request = key && (await loadRequest(db, key))
  if (!key || !request) return null
  const view = purchaseViewOf(request)
  return { eventId: key.event_id, externalId: key.external_id, view, entities: entitiesOf(view) }
}

/** Loads an event with everything that its page shows; null for an unknown event. */
export async function loadEventDetail(
  db: Db,
  address: CountedEvent,
  purchaseViewOf: PurchaseViewOf,
  now: Date,
  signal?: AbortSignal,
): Promise<Omit<EventDetail, 'assessment' | 'fieldNames'> | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  if (!key || !event) return null
  const row = toEventRow(event)
  const view = purchaseViewOf(event.request)
  const entities = entitiesOf(view)
  const [labels, dataEvents, figures] = await Promise.all([
    loadLabels(db, key, row.userId),
    loadDataEvents(db, key),
    loadEntityFigures(db, key, address.scope, entities, new Date(now.getTime() - countedDays * day), signal),
  ])
  const answer = asRecord(expandAnswer(key.answer, event.chain_rules))
  return {
    row,
    correlationId: event.correlation_id,
    receivedAt: event.received_at.toISOString(),
    latencyMs: event.latency_ms,
    request: event.request,
    view,
    answer,
    botScore: botScoreOf(answer),
    supportMessage: supportMessageOf(answer),
    enrichment: event.enrichment,
    explanation: expandExplanation(event.explanation, event.chain_rules),
    labels: labels.flatMap(label => (label.of_user ? [] : [toLabel(label)])),
    userRestriction: userRestriction(
      labels.filter(label => label.of_user),
      now,
    ),
    dataEvents: dataEvents.map(toDataEvent),
    entities: entities.map((entity, index) => ({
      type: entity.type,
      value: entity.value,
      display: entity.display,
      events: figures[index]?.events ?? 0,
      firstSeen: figures[index]?.first_seen?.toISOString() ?? row.at,
    })),
  }
}

/**
 * Finds rows of events by the merchant's id or the event id; an empty result is no error, because the id is a guess
 * from a pasted text.
 */
export async function findEvents(
  db: Db,
  environmentId: string,
  eventTypes: readonly string[],
  id: string,
): Promise<EventRow[]> {
  const found = await Promise.all(
    (await findEventKeys(db, environmentId, eventTypes, id)).map(key => loadEvent(db, key)),
  )
  return found.flatMap(event => (event ? [toEventRow(event)] : []))
}

/**
 * Loads for each entity of one event its newest other events and their number in 90 days; null for an unknown event.
 */
export async function loadLinkedEvents(
  db: Db,
  address: CountedEvent,
  purchaseViewOf: PurchaseViewOf,
  now: Date,
  signal?: AbortSignal,
): Promise<z.infer<typeof linkedEventsOutputSchema> | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const request = key && (await loadRequest(db, key))
  if (!key || !request) return null
  const entities = entitiesOf(purchaseViewOf(request))
  const since = new Date(now.getTime() - countedDays * day)
  const [figures, newest] = await Promise.all([
    loadEntityFigures(db, key, address.scope, entities, since, signal),
    newestOfEntities(db, key, address.scope, entities, linkedPerEntity, signal),
  ])
  const own = new Date(key.at_text) >= since ? 1 : 0
  return entities.map((entity, index) => {
    const events = newest.filter(row => row.link === index).map(toEventRow)
    return {
      type: entity.type,
      value: entity.value,
      display: entity.display,
      events,
      // Events older than the counted days can be among the newest: the total is never less than the number of shown
      // events.
      total: Math.max((figures[index]?.events ?? 0) - own, events.length),
    }
  })
}

function toLabel(label: StoredLabel): EventDetail['labels'][number] {
  const { source, reasonCodes, from, until } = labelFacts(label)
  return {
    key: label.label_key,
    isFraud: label.is_fraud,
    state: textOf(label.body.labelState),
    source,
    reasonCodes,
    processor: textOf(label.body.processor),
    effectiveFrom: from?.toISOString() ?? null,
    effectiveUntil: until?.toISOString() ?? null,
    at: label.label_at.toISOString(),
    receivedAt: label.received_at.toISOString(),
  }
}

/** Returns the bot score in an answer: accounts always have one, wizard assessments when a rule requested it. */
function botScoreOf({ resultDetails, enrichments }: Json): number | null {
  const scores = Array.isArray(resultDetails)
    ? listOf(objectOf(resultDetails[0]).scores)
    : [objectOf(objectOf(enrichments).bot)]
  const value = scores.find(({ scoreType }) => scoreType === 'Bot')?.scoreValue
  return typeof value === 'number' ? value : null
}

/** Returns the text for support that the rule gave, of the shapes of an answer; empty without one. */
function supportMessageOf({ resultDetails, decisionDetails }: Json): string {
  const result = objectOf(Array.isArray(resultDetails) ? resultDetails[0] : resultDetails)
  const messages = [result.supportMessages, objectOf(decisionDetails).supportMessages].find(Array.isArray)
  return (messages ?? []).filter(each => typeof each === 'string').join(' ')
}

function asRecord(json: string): Json {
  const read: unknown = JSON.parse(json)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Json) : {}
}
