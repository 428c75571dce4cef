import {
  defaultVelocitySets,
  type EventDetail,
  isMaskedText,
  type VelocityEntity,
  type VelocityMeasure,
  velocityKeyPaths,
} from '@assay/risk-service/contract'

/** As rules write them; a day is a whole one before today. */
export const shownWindows = ['1h', '1d', '7d', '30d'] as const

interface VelocityRow {
  velocity: string
  measure: VelocityMeasure
}
export interface EntityVelocities {
  entity: VelocityEntity
  key: string
  rows: readonly VelocityRow[]
}

/** Text at a path of the event: `paymentInstrumentList[0].merchantPaymentInstrumentId`. */
function textAt(event: unknown, path: string): string | null {
  let value = event
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null) return null
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

/** The default velocities of what the event involves, with the keys that they were counted under. */
export function entityVelocities({
  request,
  enrichment,
}: Pick<EventDetail, 'request' | 'enrichment'>): EntityVelocities[] {
  const event = { ...enrichment, ...request }
  return defaultVelocitySets.flatMap(({ entity, velocities }) => {
    const key = velocityKeyPaths[entity].map(path => textAt(event, path)).find(found => found !== null)
    // No event is counted under the masked form of a value.
    return key === undefined || key === null || isMaskedText(key)
      ? []
      : [{ entity, key, rows: velocities.map(({ name, measure }) => ({ velocity: name, measure })) }]
  })
}
