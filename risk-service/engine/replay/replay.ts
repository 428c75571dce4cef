import { type CheckEnvironment, readFirst } from '../../fql/index.ts'
import { type RecordedInputs } from '../../ports/stored-explanation.ts'
import type { AssessmentType } from '../assessment-types/assessment-type.ts'
import { addSession, deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { type DeviceSession, emptyDeviceRegistry } from '../enrich/device-sessions.ts'
import { type CountryOf, enrichPurchase } from '../enrich/enrich-purchase.ts'
import { createPurchaseRuleInput, type FactProviders, type FeatureFacts } from '../enrich/index.ts'
import { type Json, objectOf } from '../lib/json.ts'
import type { ClauseScores } from '../rules/rule-result.ts'
import type { Scored } from '../score/score-purchase.ts'

/** A decided event as it is stored. */
export interface StoredRequest {
  request: Json
  enrichment: Json
  at: Date
}

const unscored: Scored = { score: 0, contributions: [], reasonCodes: '' }
const noScore = (): Scored => unscored

/**
 * Rebuilds the event as its rules read it, from its stored form. Results of the fingerprinted session are in the stored
 * device attributes, and the country of its address in the enrichment. `request`: a different one, for what-if
 * evaluations.
 */
export function rebuildRuleInput(
  kind: Pick<AssessmentType, 'assess' | 'view'>,
  { request: sent, enrichment, at }: StoredRequest,
  countryOf: CountryOf,
  providers: FactProviders,
): (request?: Json) => Json {
  const session = restoreSession(enrichment, at)
  const view = kind.view(sent)
  const { ip: ownIp } = enrichPurchase(session === null ? view : addSession(view, session), () => null, at)
  const country: CountryOf = ip =>
    ip === ownIp && typeof enrichment.ipCountry === 'string' ? enrichment.ipCountry : countryOf(ip)
  const context = {
    at,
    countryOf: country,
    providers,
    session,
    devices: emptyDeviceRegistry.readerOf(''),
    risk: noScore,
  }
  return (request = sent) => kind.assess(request, context).ruleInput
}

/** Returns the recorded scores that clauses of an event read. `reads` contains the bot score. */
export function recordedScores(
  read: CheckEnvironment['legacyScores'],
  risk: number,
  reads: RecordedInputs | null,
): ClauseScores {
  return read === undefined
    ? {}
    : read === 'risk'
      ? { risk }
      : { risk, bot: typeof reads?.bot === 'number' ? reads.bot : undefined }
}

/** Restores a session from the stored attributes of an event's device. */
function restoreSession(enrichment: Json, at: Date): DeviceSession | null {
  const stored = objectOf(enrichment.deviceAttributes)
  const attributes: Record<string, string> = {}
  let any = false
  for (const name of Object.keys(stored)) {
    const value = stored[name]
    if (typeof value !== 'string') continue
    attributes[name] = value
    any = true
  }
  return !any
    ? null
    : { at, deviceId: attributes.deviceId ?? '', ip: attributes.trueIp ?? null, botScore: 0, attributes }
}

/** Facts of a purchase in their stored form. */
export type StoredFacts = Omit<FeatureFacts, 'enrichment'> & { deviceId: string | null }

/** Does the same as `rebuildRuleInput` for very many purchases: with the stored facts instead of a new enrichment. */
export function restoreRuleInput(
  { request, enrichment, at }: StoredRequest,
  facts: StoredFacts,
  providers: FactProviders,
): Json {
  const session = restoreSession(enrichment, at)
  const requestWithSession = session === null ? request : addSession(request, session)
  const found: Record<string, string> = {}
  for (const name of ['emailDomain', 'emailPattern']) {
    const value = enrichment[name]
    if (typeof value === 'string') found[name] = value
  }
  return createPurchaseRuleInput(
    request,
    { ...facts, enrichment: found },
    deviceAttributesOf(requestWithSession, facts, session),
    providers,
    at,
  )
}

/**
 * Returns the event with another value of an attribute; in every element of arrays that are crossed. Undefined removes
 * it.
 */
export function withValue(event: unknown, steps: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (Array.isArray(event) && typeof step === 'string')
    return (event as unknown[]).map(each => withValue(each, steps, value))
  if (typeof step === 'number') {
    const list = Array.isArray(event) ? [...(event as unknown[])] : []
    list[step] = withValue(list[step], rest, value)
    return list
  }
  const changed = { ...objectOf(event) }
  const name =
    step in changed ? step : (Object.keys(changed).find(key => key.toLowerCase() === step.toLowerCase()) ?? step)
  const inner = withValue(changed[name], rest, value)
  if (inner === undefined) delete changed[name]
  else changed[name] = inner
  return changed
}

/** Returns the value at a path without regard to letter case; of crossed arrays, the values of all elements. */
export function valueAtPath(event: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return event
  if (Array.isArray(event)) return (event as unknown[]).map(each => valueAtPath(each, steps))
  const found = objectOf(event)
  const name = step in found ? step : Object.keys(found).find(key => key.toLowerCase() === step.toLowerCase())
  return name === undefined ? undefined : valueAtPath(found[name], rest)
}

export const valueAt = (event: unknown, slot: Parameters<typeof readFirst>[1]): unknown => readFirst(event, slot, true)
