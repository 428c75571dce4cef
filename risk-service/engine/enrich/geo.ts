import type { GeoFacts, GeoReader } from '../../fql/index.ts'
import { memoise } from '../lib/memoise.ts'
import type { CountryOf } from './enrich-purchase.ts'

/** The position of an address or a place, in degrees. */
export interface Coordinates {
  latitude: number
  longitude: number
}
/** The position of a place, with what its provider says about it. */
export interface PlaceCoordinates extends Coordinates {
  /** `street`: the place itself; else the centre of this area. Absent: the provider does not say. */
  precision?: 'street' | 'postalCode' | 'city'
  /** Kilometres around the position within which the place lies. */
  radiusKm?: number
}
/** Facts of an IP address; values that the data set lacks are left out, and read as empty. */
export interface IpFacts extends GeoFacts {
  coordinates?: PlaceCoordinates
  asn?: string
}

/**
 * Positions of addresses and places. The shipped data set contains countries only: a better provider is plugged in
 * here, and values that neither contains stay unknown.
 */
export interface GeoProvider {
  find: (ip: string) => IpFacts | undefined
  /** Finds a postal address. */
  locate: (place: { country: string; postalCode: string; city: string }) => PlaceCoordinates | undefined
}

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const northAmerica = codes('US CA PR VI GU AS MP UM')
const latinAmerica = codes(
  'AG AI AR AW BB BL BM BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PY SR SV SX TC TT UY VC VE VG',
)
const asiaPacific = codes(
  'AU BD BN BT CC CK CN CX FJ FM HK ID IN JP KH KI KP KR LA LK MH MM MN MO MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TK TL TO TV TW VN VU WF WS',
)

/** Returns NA, LATAM, EMEA or APAC. */
function marketOf(country: string): string {
  return northAmerica.has(country)
    ? 'NA'
    : latinAmerica.has(country)
      ? 'LATAM'
      : asiaPacific.has(country)
        ? 'APAC'
        : 'EMEA'
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const countryFacts = memoise((country: string): IpFacts | null => {
  if (!/^[A-Z]{2}$/.test(country)) return null
  const name = names.of(country)
  return Object.freeze({
    countryCode: country,
    marketCode: marketOf(country),
    ...(name === undefined ? {} : { countryRegion: name }),
  })
}, 1024)

/** Creates a provider of facts derived from the country of an address; region, city and network stay unknown. */
export function countryProvider(countryOf: CountryOf): GeoProvider {
  return {
    find(ip) {
      const country = countryOf(ip)
      return country === null ? undefined : (countryFacts(country) ?? undefined)
    },
    locate: () => undefined,
  }
}

/** Adapts a provider to the functions of rules. Addresses are passed as they were written. */
export const geoReader = (provider: GeoProvider, read: (ip: string) => string | null): GeoReader => ({
  lookup(ip) {
    const address = read(ip)
    return address === null ? undefined : provider.find(address)
  },
})

const earthRadius = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns the kilometres along the great circle (haversine). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}
