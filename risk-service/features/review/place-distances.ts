import type { EventPlace, PlacePair, PreviousLocation } from '../../contract/index.ts'
import { type Coordinates, distanceKm, type PlaceCoordinates } from '../../engine/enrich/index.ts'

/** A speed in kilometres per hour that no passenger reaches. */
const impossibleKmPerHour = 900
const hour = 3_600_000
/** Radius in kilometres around a centre within which an address of this precision lies. */
const radiusOf = { street: null, postalCode: 5, city: 15, country: null } as const

type Position = Pick<EventPlace, 'country' | 'latitude' | 'longitude' | 'precision' | 'radiusKm'>

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
    return { country, latitude: null, longitude: null, precision: country === null ? null : 'country', radiusKm: null }
  const exactness = found.precision ?? precision
  return {
    country,
    latitude: found.latitude,
    longitude: found.longitude,
    precision: exactness,
    radiusKm: found.radiusKm ?? radiusOf[exactness],
  }
}

const isCoordinate = ({ latitude, longitude }: Coordinates): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

const coordinatesOf = ({ latitude, longitude, precision }: Position): Coordinates | null =>
  // The centre of a country says nothing about a distance.
  latitude === null || longitude === null || precision === 'country' ? null : { latitude, longitude }

function distanceOf(a: Position, b: Position): number | null {
  const [from, to] = [coordinatesOf(a), coordinatesOf(b)]
  return from === null || to === null ? null : distanceKm(from, to)
}

/**
 * Returns every pair of places with its distance.
 * @param farKm kilometres above which two places are far apart
 */
export function pairsOf(places: readonly EventPlace[], farKm: number): PlacePair[] {
  return places.flatMap((from, index) =>
    places.slice(index + 1).map(to => {
      const km = distanceOf(from, to)
      return {
        from: from.id,
        to: to.id,
        km,
        approximate: km !== null && (from.precision !== 'street' || to.precision !== 'street'),
        far: km !== null && km > farKm,
        countriesDiffer: from.country !== null && to.country !== null && from.country !== to.country,
      }
    }),
  )
}

/** Adds to the locations of a user, the newest first, how fast the user would have come from the one before. */
export function withSpeeds(
  locations: readonly Omit<PreviousLocation, 'kmPerHour' | 'impossible'>[],
): PreviousLocation[] {
  return locations.map((location, index) => {
    const before = locations[index + 1]
    const km = before === undefined ? null : distanceOf(before, location)
    if (before === undefined || km === null) return { ...location, kmPerHour: null, impossible: false }
    const hours = (Date.parse(location.at) - Date.parse(before.at)) / hour
    if (hours <= 0) return { ...location, kmPerHour: null, impossible: km > 0 }
    return { ...location, kmPerHour: km / hours, impossible: km / hours > impossibleKmPerHour }
  })
}
