import type { AssessmentBook } from '../engine/assessments.ts'
import { normaliseIp, type CountryOf } from '../engine/enrich.ts'
import { binReader, geoReader, shippedProviders } from '../engine/enrichment/index.ts'
import { objectOf, type Json } from '../engine/json.ts'
import { readKey } from '../engine/reads.ts'
import { seenAgain, seenAsStored } from '../engine/replay.ts'
import { namesOf, storedEvents, velocityEvent } from '../engine/velocities/index.ts'
import { createScope, type CallReader, type ListReader, type Readers, type Scope, type VelocityReader } from '../fql/index.ts'
import type { PastEvent } from './events.ts'

export interface Past {
  /** The event that runs from now on: whatever is read is as it was at its time. */
  take: (event: PastEvent) => void
  now: () => number
  /** The event as its rules saw it, in a scope of its own. */
  scope: () => Scope
  /** The event as velocities see it, after its rules ran; null when its assessment is gone. */
  counted: () => { types: readonly string[]; scope: () => Scope } | null
}

interface PastDeps { assessments: AssessmentBook; countryOf: CountryOf; derived: boolean }

/** One event of history after the other, with everything that rules can read beside it. Nothing is asked of anybody. */
export function createPast({ assessments, countryOf, derived }: PastDeps, readersOf: (now: () => number) => { lists: ListReader; velocities: VelocityReader | null }): Past {
  const providers = shippedProviders(countryOf)
  const again = storedEvents({ assessments, countryOf, providers })
  let event: PastEvent | null = null
  let date = new Date(0)
  let seen: Json | null = null
  const now = (): number => event?.at ?? 0
  const { lists, velocities } = readersOf(now)
  const kept = (asked: string): unknown => event?.reads?.[readKey(asked)]
  const readers: Readers = {
    geo: geoReader(providers.geo, normaliseIp), bins: binReader(providers.bins), lists, calls: callsOf(kept), ...(velocities === null ? {} : { velocities }),
    devices: { attributes: () => objectOf(event?.enrichment.deviceAttributes), speedOfTravel: id => Number(kept(`travel|${id}`) ?? 0) },
    models: {
      risk: () => ({ Score: event?.riskScore ?? 0, Reasons: String(event?.enrichment.riskReasonCodes ?? '') }),
      bot: () => ({ Score: Number(kept('bot') ?? event?.reads?.bot ?? 0) }),
    },
  }
  const scopeOf = (of: Json): Scope => createScope({ ...readers, event: of, now: date, random: () => 0.5 })

  function seenNow({ request, enrichment, facts }: PastEvent): Json {
    if (!derived) return request
    const stored = { request, enrichment, at: date }
    // Without a device on record all is found anew: it costs more, and comes to the same.
    if (facts === null || enrichment.deviceAttributes == null) return seenAgain({ ...stored, enrichment: { ...enrichment, ipCountry: facts?.ipCountry ?? enrichment.ipCountry } }, countryOf, providers)()
    return seenAsStored(stored, facts, providers)
  }
  const kinds = new Map<string, readonly string[] | null>()
  function typesOf({ environmentId, eventType }: PastEvent): readonly string[] | null {
    const key = `${environmentId}${eventType}`
    let types = kinds.get(key)
    if (types === undefined) {
      const kind = assessments.kindOf(environmentId, eventType)
      kinds.set(key, types = kind === null ? null : namesOf(eventType, kind.generation).map(name => name.toLowerCase()))
    }
    return types
  }

  return {
    take(next) {
      event = next
      date = new Date(next.at)
      seen = null
    },
    now,
    scope: () => scopeOf(seen ??= event === null ? {} : seenNow(event)),
    counted() {
      if (event === null) return null
      const types = typesOf(event)
      if (types === null) return null
      const { environmentId, eventType, decision, reason, rule, clause, riskScore, request, enrichment } = event
      const own = derived && eventType !== 'purchase'
        ? again({ environment_id: environmentId, event_type: eventType, at: date, decision, reason, rule, clause, risk_score: riskScore, request, enrichment })?.event
        : velocityEvent(seen ??= seenNow(event), { decision, reason, rule, clause, riskScore, reasonCodes: String(enrichment.riskReasonCodes ?? '') })
      return own === undefined ? null : { types, scope: () => scopeOf(own) }
    },
  }
}

/** Calls as they were answered then. */
function callsOf(kept: (asked: string) => unknown): CallReader {
  const answer = (asked: string) => {
    const known = kept(asked) as { response: unknown; httpStatusCode: number; errorMessage: string } | undefined
    return { ...(known ?? { response: null, httpStatusCode: 0, errorMessage: 'Not kept' }), latencyMs: 0 }
  }
  return {
    external: (call, args) => answer(`external|${call.id ?? call.name.toLowerCase()}|${JSON.stringify(args)}`),
    assessment: (target, method, body, observation) => answer(`assessment|${method}|${target.id ?? target.name.toLowerCase()}|${observation ?? ''}|${JSON.stringify(body)}`),
  }
}
