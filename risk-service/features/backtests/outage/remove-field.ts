import { type Json, objectOf } from '../../../engine/lib/json.ts'
import { valueAtPath, withValue } from '../../../engine/replay/replay.ts'
import type { RecordedEvent } from '../run/past-events.ts'

/**
 * Attributes of the device that are derived from fields of the request where no fingerprint has them: from the first of
 * the fields that has a value.
 */
const derivedDevice: Readonly<Record<string, readonly string[]>> = {
  trueIp: ['trueIp', 'ipAddress'],
  deviceId: ['deviceId', 'externalDeviceId', 'deviceContextId'],
  browserUserAgent: ['httpUserAgent'],
  browserUserAgentLanguages: ['browserLanguage'],
  screenResolution: ['screenResolution', 'browserResolution'],
  platform: ['os'],
}

/**
 * Returns a function that takes a field from stored events, with what was derived from it; the same event when it has no
 * value of the field.
 * @param path attribute of the request or of the device, arrays crossed without an index
 */
export function createFieldRemoval(path: string): (event: RecordedEvent) => RecordedEvent {
  const steps = path.split('.')
  const [block = '', ...inner] = steps
  if (block.toLowerCase() === 'deviceattributes')
    return event => {
      const { deviceAttributes } = event.enrichment
      return isFilled(valueAtPath(deviceAttributes, inner))
        ? withoutCountry(event, {
            ...event,
            enrichment: { ...event.enrichment, deviceAttributes: withValue(deviceAttributes, inner, undefined) },
          })
        : event
    }
  return event => {
    const value = valueAtPath(event.request, steps)
    if (!isFilled(value)) return event
    const around = objectOf(valueAtPath(event.request, steps.slice(0, -1)))
    return withoutCountry(event, {
      ...event,
      request: withValue(event.request, steps, undefined) as Json,
      enrichment: withoutDerived(event.enrichment, steps.at(-1) ?? '', value, around),
    })
  }
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isFilled) : value !== undefined && value !== null && value !== ''

/**
 * Returns the enrichment without attributes of the device that repeat the value: they would not have been derived.
 * @param around the block that has the field
 */
function withoutDerived(enrichment: Json, name: string, value: unknown, around: Json): Json {
  const device = objectOf(enrichment.deviceAttributes)
  const isDerived = ([attribute, fields]: [string, readonly string[]]): boolean =>
    device[attribute] === value && fields.find(field => isFilled(around[field])) === name
  const dropped = Object.entries(derivedDevice).filter(isDerived)
  return omitAttributes(
    enrichment,
    dropped.map(([attribute]) => attribute),
  )
}

/** Returns an event without the countries of its address where it has another address than before, or none. */
function withoutCountry(before: RecordedEvent, after: RecordedEvent): RecordedEvent {
  if (addressOf(before) === addressOf(after)) return after
  const { ipCountry: _, ...enrichment } = after.enrichment
  return { ...after, enrichment: omitAttributes(enrichment, ['deviceCountryCode']) }
}

/** The address whose country the event has: as sent, else that of the device. */
function addressOf({ request, enrichment }: RecordedEvent): unknown {
  const { ipAddress, trueIp } = objectOf(request.deviceContext)
  return [ipAddress, objectOf(enrichment.deviceAttributes).trueIp, trueIp].find(isFilled)
}

function omitAttributes(enrichment: Json, omitted: readonly string[]): Json {
  const attributes = Object.entries(objectOf(enrichment.deviceAttributes))
  const left = attributes.filter(([attribute]) => !omitted.includes(attribute))
  return left.length === attributes.length ? enrichment : { ...enrichment, deviceAttributes: Object.fromEntries(left) }
}
