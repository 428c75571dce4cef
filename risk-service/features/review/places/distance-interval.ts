import type { TravelLeg } from '../../../contract/index.ts'
import { type Coordinates, distanceKm } from '../../../engine/enrich/index.ts'

/** A place that lies somewhere within a radius of kilometres around its centre; a street has the radius 0. */
export interface PlaceCircle extends Coordinates {
  radiusKm: number
}
/** The distance of two places in kilometres: between the centres, and between the nearest and the farthest edges. */
export interface DistanceInterval {
  km: number
  nearestKm: number
  farthestKm: number
}

/** A speed in kilometres per hour that no passenger reaches. */
const impossibleKmPerHour = 900
const hour = 3_600_000
/** Two opposite points of the earth: no distance is greater. */
const greatestKm = distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })

/** Returns within which bounds the distance of two places lies: that of the centres, give or take both radii. */
export function distanceInterval(a: PlaceCircle, b: PlaceCircle): DistanceInterval {
  const km = distanceKm(a, b)
  const error = a.radiusKm + b.radiusKm
  return { km, nearestKm: Math.max(0, km - error), farthestKm: Math.min(greatestKm, km + error) }
}

/**
 * Returns the speeds between the nearest edges, the centres and the farthest edges, and what they say of the journey. It
 * is impossible only when even the nearest edges are too far apart, and uncertain when only part of the interval is.
 * Two locations with one centre show no movement: their rings say nothing about a journey.
 * @param elapsedMs milliseconds between the two; at 0 no speed can be stated
 */
export function travelBetween({ km, nearestKm, farthestKm }: DistanceInterval, elapsedMs: number): TravelLeg {
  const speed = (distance: number): number | null => (elapsedMs > 0 ? distance / (elapsedMs / hour) : null)
  const isTooFast = (distance: number): boolean => distance > (impossibleKmPerHour * Math.max(0, elapsedMs)) / hour
  return {
    km,
    nearestKm,
    farthestKm,
    elapsedMs,
    leastKmPerHour: speed(nearestKm),
    kmPerHour: speed(km),
    mostKmPerHour: speed(farthestKm),
    travel: isTooFast(nearestKm) ? 'impossible' : km > 0 && isTooFast(farthestKm) ? 'uncertain' : 'possible',
  }
}
