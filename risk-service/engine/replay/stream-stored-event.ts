import { builtInTypes } from '../assessment-types/assessment-registry.ts'
import { tenantEventView } from '../assessment-types/tenant.ts'
import { type Json, objectOf } from '../lib/json.ts'
import { computeEventFeatures } from '../score/features/event-features.ts'
import type { ScoringInput } from '../score/features/risk-features.ts'
import { cardOf } from '../score/history/live-history.ts'
import { entityValues } from '../score/model-registry.ts'

/** Facts of a stored event that a model reads. */
export interface ScoredFacts {
  email: string | null
  ip: string | null
  ipCountry: string | null
  billingCountry: string | null
  shippingCountry: string | null
  itemCount: number | null
  bin: string | null
  lastFour: string | null
}

/** A stored event of any assessment. */
interface StoredScoringEvent {
  eventId: string
  eventType: string
  /** Milliseconds. */
  at: number
  /** US cents. */
  amountUsd: number | null
  request: Json
  enrichment: Json
  facts: ScoredFacts
}

/** Returns a stored event as its model would have read it. */
export function streamStoredEvent(event: StoredScoringEvent): ScoringInput {
  const { eventId, eventType, at, amountUsd, request, enrichment, facts } = event
  const attributes = objectOf(enrichment.deviceAttributes)
  const sent = (builtInTypes.get(eventType)?.view ?? tenantEventView)(request)
  const device = objectOf(sent.deviceContext)
  const view =
    sent.deviceContext === undefined && Object.keys(attributes).length === 0
      ? sent
      : { ...sent, deviceContext: { ...device, trueIp: device.trueIp ?? attributes.trueIp } }
  const botScore = Number(attributes.botScore ?? Number.NaN)
  const entities = Array.isArray(enrichment.entities) ? (enrichment.entities as { type: 'user'; value: string }[]) : []
  return {
    id: eventId,
    at,
    amount: amountUsd === null ? null : amountUsd / 100,
    entities: entityValues(entities),
    card: cardOf(facts.bin, facts.lastFour),
    own: computeEventFeatures(view, { ...facts, amountUsd }, new Date(at), Number.isNaN(botScore) ? null : botScore),
  }
}
