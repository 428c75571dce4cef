import type { EventPlace, PlacePair, PreviousLocation } from '../../../contract/index.ts'
import type { Coordinates, PlaceCoordinates } from '../../../engine/enrich/index.ts'
import { type DistanceInterval, distanceInterval, type PlaceCircle, travelBetween } from './distance-interval.ts'

/** Radius in kilometres around a centre within which an address of this precision lies. */
const radiusOf = { street: null, postalCode: 5, city: 15, country: null } as const

type Position = Pick<EventPlace, 'country' | 'latitude' | 'longitude' | 'precision' | 'radiusKm' | 'hasBadCoordinates'>

/**
 * Returns the position of what a provider found. Coordinates of 0 and 0 are those of a missing value unless the provider
 * marks them as exact; a latitude or longitude of 0 alone is valid.
 * @param country ISO two-letter code of the country, which remains when there are no coordinates
 * @param precision of coordinates whose provider names none
 */
export function positionOf(
  found: PlaceCoordinates | undefined,
  country: string | null,
  precision: 'postalCode' | 'city',
): Position {
  const isMissing =
    found === undefined ||
    !isCoordinate(found) ||
    (found.latitude === 0 && found.longitude === 0 && found.precision !== 'street')
  if (isMissing)
    return {
      country,
      latitude: null,
      longitude: null,
      precision: country === null ? null : 'country',
      radiusKm: null,
      hasBadCoordinates: found !== undefined,
    }
  const exactness = found.precision ?? precision
  return {
    country,
    latitude: found.latitude,
    longitude: found.longitude,
    precision: exactness,
    radiusKm: found.radiusKm ?? radiusOf[exactness],
    hasBadCoordinates: false,
  }
}

const isCoordinate = ({ latitude, longitude }: Coordinates): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

const circleOf = ({ latitude, longitude, precision, radiusKm }: Position): PlaceCircle | null =>
  // The centre of a country says nothing about a distance.
  latitude === null || longitude === null || precision === 'country'
    ? null
    : { latitude, longitude, radiusKm: radiusKm ?? 0 }

function intervalOf(a: Position, b: Position): DistanceInterval | null {
  const [from, to] = [circleOf(a), circleOf(b)]
  return from === null || to === null ? null : distanceInterval(from, to)
}

const isApproximate = (a: Position, b: Position): boolean => a.precision !== 'street' || b.precision !== 'street'

/**
 * Returns every pair of places with its distance.
 * @param farKm kilometres above which two places are far apart
 */
export function pairsOf(places: readonly EventPlace[], farKm: number): PlacePair[] {
  return places.flatMap((from, index) =>
    places.slice(index + 1).map(to => {
      const interval = intervalOf(from, to)
      const km = interval?.km ?? null
      return {
        from: from.id,
        to: to.id,
        km,
        nearestKm: interval?.nearestKm ?? null,
        farthestKm: interval?.farthestKm ?? null,
        approximate: km !== null && isApproximate(from, to),
        far: km !== null && km > farKm,
        countriesDiffer: from.country !== null && to.country !== null && from.country !== to.country,
      }
    }),
  )
}

/** Adds to the locations of a user, the newest first, the journey from the one before. */
export function withLegs(locations: readonly Omit<PreviousLocation, 'leg'>[]): PreviousLocation[] {
  return locations.map((location, index) => {
    const before = locations[index + 1]
    const interval = before === undefined ? null : intervalOf(before, location)
    if (before === undefined || interval === null) return { ...location, leg: null }
    const elapsed = Date.parse(location.at) - Date.parse(before.at)
    return { ...location, leg: { ...travelBetween(interval, elapsed), approximate: isApproximate(before, location) } }
  })
}
