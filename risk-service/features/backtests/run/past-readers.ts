import type { AssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import type { AssessmentType } from '../../../engine/assessment-types/assessment-type.ts'
import { type CountryOf, normaliseIp } from '../../../engine/enrich/enrich-purchase.ts'
import { binReader, defaultProviders, geoReader } from '../../../engine/enrich/index.ts'
import { type Json, objectOf } from '../../../engine/lib/json.ts'
import { inputKey } from '../../../engine/replay/recorded-inputs.ts'
import { rebuildRuleInput, restoreRuleInput } from '../../../engine/replay/replay.ts'
import { createVelocityEvent, velocityEventNames } from '../../../engine/velocities/index.ts'
import {
  type CallReader,
  createScope,
  type ListReader,
  type ResourceReaders,
  type Scope,
  type VelocityReader,
} from '../../../fql/index.ts'
import type { RecordedEvent } from './past-events.ts'

export interface PastReaders {
  /** Selects the current event: all readers return values of its time. */
  selectEvent: (event: RecordedEvent) => void
  now: () => number
  /** Returns the event as its rules read it, in a scope of its own. */
  scope: () => Scope
  /** Returns the event as velocities read it, after its rules ran; null when its assessment was deleted. */
  counted: () => { types: readonly string[]; scope: () => Scope } | null
}

/** How the events of an assessment are read, and the names under which they count, in lower case. */
interface RecordedValues {
  kind: AssessmentType
  types: readonly string[]
}

interface PastReadersDeps {
  assessments: AssessmentRegistry
  countryOf: CountryOf
  derived: boolean
}

/**
 * Creates readers of stored events: they answer rules from the data stored with the event, and call no service and no
 * database.
 */
export function createPastReaders(
  { assessments, countryOf, derived }: PastReadersDeps,
  readersOf: (now: () => number) => { lists: ListReader | undefined; velocities: VelocityReader | null },
): PastReaders {
  const providers = defaultProviders(countryOf)
  let event: RecordedEvent | null = null
  let date = new Date(0)
  let seen: Json | null = null
  const now = (): number => event?.at ?? 0
  const { lists, velocities } = readersOf(now)
  const recordedInput = (query: string): unknown => event?.recordedInputs?.[inputKey(query)]
  const readers: ResourceReaders = {
    geo: geoReader(providers.geo, normaliseIp),
    bins: binReader(providers.bins),
    ...(lists === undefined ? {} : { lists }),
    calls: createCallReader(recordedInput),
    ...(velocities === null ? {} : { velocities }),
    devices: {
      attributes: () => objectOf(event?.enrichment.deviceAttributes),
      speedOfTravel: id => Number(recordedInput(`travel|${id}`) ?? 0),
    },
    models: {
      risk: () => ({ Score: event?.riskScore ?? 0, Reasons: '', ...objectOf(recordedInput('model|risk')) }),
      bot: () => ({ Score: 0, ...objectOf(recordedInput('model|bot')) }),
    },
  }
  const scopeOf = (of: Json): Scope => createScope({ ...readers, event: of, now: date, random: () => 0.5 })

  function seenNow({ environmentId, eventType, request, enrichment, facts }: RecordedEvent): Json {
    const values = derived ? kindOf(environmentId, eventType) : null
    if (values === null) return request
    const stored = { request, enrichment, at: date }
    if (eventType === 'purchase' && facts !== null && enrichment.deviceAttributes != null)
      return restoreRuleInput(stored, facts, providers)
    // Without a recorded device everything is derived again: this costs more, and has the same result.
    return rebuildRuleInput(
      values.kind,
      { ...stored, enrichment: { ...enrichment, ipCountry: facts?.ipCountry ?? enrichment.ipCountry } },
      countryOf,
      providers,
    )()
  }
  const kinds = new Map<string, RecordedValues | null>()
  function kindOf(environmentId: string, eventType: string): RecordedValues | null {
    const key = `${environmentId}${eventType}`
    let values = kinds.get(key)
    if (values === undefined) {
      const kind = assessments.typeOf(environmentId, eventType)
      kinds.set(
        key,
        (values =
          kind === null
            ? null
            : { kind, types: velocityEventNames(eventType, kind.generation).map(name => name.toLowerCase()) }),
      )
    }
    return values
  }

  return {
    selectEvent(next) {
      event = next
      date = new Date(next.at)
      seen = null
    },
    now,
    scope: () => scopeOf((seen ??= event === null ? {} : seenNow(event))),
    counted() {
      if (event === null) return null
      const { environmentId, eventType, decision, reason, rule, clause, riskScore, enrichment } = event
      const values = kindOf(environmentId, eventType)
      if (values === null) return null
      const own = createVelocityEvent((seen ??= seenNow(event)), {
        decision,
        reason,
        rule,
        clause,
        riskScore,
        reasonCodes: String(enrichment.riskReasonCodes ?? ''),
      })
      return { types: values.types, scope: () => scopeOf(own) }
    },
  }
}

/** Returns a reader that replays the recorded results of calls. */
function createCallReader(recordedInput: (query: string) => unknown): CallReader {
  const answer = (query: string) => {
    const recorded = recordedInput(query) as
      | { response: unknown; httpStatusCode: number; errorMessage: string }
      | undefined
    return { ...(recorded ?? { response: null, httpStatusCode: 0, errorMessage: 'Not kept' }), latencyMs: 0 }
  }
  return {
    external: (call, args) => answer(`external|${call.id ?? call.name.toLowerCase()}|${JSON.stringify(args)}`),
    assessment: (target, method, body, observation) =>
      answer(
        `assessment|${method}|${target.id ?? target.name.toLowerCase()}|${observation ?? ''}|${JSON.stringify(body)}`,
      ),
  }
}
