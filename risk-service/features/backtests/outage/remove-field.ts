import { type Json, objectOf } from '../../../engine/lib/json.ts'
import { valueAtPath, withValue } from '../../../engine/replay/replay.ts'
import type { RecordedEvent } from '../run/past-events.ts'

/** Attributes of the device that are derived from fields of the request where no fingerprint has them. */
const derivedDevice: Readonly<Record<string, readonly string[]>> = {
  trueIp: ['trueIp', 'ipAddress'],
  deviceId: ['deviceId', 'externalDeviceId', 'deviceContextId'],
  browserUserAgent: ['httpUserAgent'],
  browserUserAgentLanguages: ['browserLanguage'],
  screenResolution: ['screenResolution', 'browserResolution'],
  platform: ['os'],
}
/** Attributes that follow from the address of the device. */
const derivedFromAddress: readonly string[] = ['deviceCountryCode']

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
        ? {
            ...event,
            enrichment: { ...event.enrichment, deviceAttributes: withValue(deviceAttributes, inner, undefined) },
          }
        : event
    }
  return event => {
    const value = valueAtPath(event.request, steps)
    if (!isFilled(value)) return event
    return {
      ...event,
      request: withValue(event.request, steps, undefined) as Json,
      enrichment: withoutDerived(event.enrichment, steps.at(-1) ?? '', value),
    }
  }
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isFilled) : value !== undefined && value !== null && value !== ''

/** Returns the enrichment without attributes of the device that repeat the value: they would not have been derived. */
function withoutDerived(enrichment: Json, name: string, value: unknown): Json {
  const device = objectOf(enrichment.deviceAttributes)
  const dropped = Object.entries(derivedDevice).flatMap(([attribute, fields]) =>
    fields.includes(name) && device[attribute] === value ? [attribute] : [],
  )
  if (dropped.length === 0) return enrichment
  const omitted = new Set([...dropped, ...(dropped.includes('trueIp') ? derivedFromAddress : [])])
  return {
    ...enrichment,
    deviceAttributes: Object.fromEntries(Object.entries(device).filter(([attribute]) => !omitted.has(attribute))),
  }
}
