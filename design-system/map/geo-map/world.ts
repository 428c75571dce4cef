import type { Feature, FeatureCollection, MultiLineString, MultiPolygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { splitPolygon } from './antimeridian.ts'
import { type LonLat, type Position, splitLine } from './great-circle.ts'

export interface World {
  countries: FeatureCollection<MultiPolygon, { code: string; name: string }>
  /** Borders and coasts, each drawn once. */
  borders: Feature<MultiLineString>
}

/** The two-letter code of a country's number: CLDR has every number as an alias. */
export function codeOf(number: string | number | undefined): string {
  if (number === undefined || !/^\d{1,3}$/.test(String(number))) return ''
  const region = new Intl.Locale(`und-${String(number).padStart(3, '0')}`).region ?? ''
  return /^[A-Z]{2}$/.test(region) ? region : ''
}

const loadedWorlds = new Map<string, Promise<World>>()

/**
 * Natural Earth's countries, cut at the date line: coarse for the whole world, finer for a part of it. No external
 * server.
 */
export function loadWorld(detail: 'coarse' | 'fine'): Promise<World> {
  const loaded = loadedWorlds.get(detail)
  if (loaded) return loaded
  const loading = buildWorld(detail)
  loadedWorlds.set(detail, loading)
  // Not cached after a failure: the next call loads again.
  loading.catch(() => loadedWorlds.delete(detail))
  return loading
}

async function buildWorld(detail: 'coarse' | 'fine'): Promise<World> {
  const { default: file } =
    detail === 'coarse'
      ? await import('world-atlas/countries-110m.json')
      : await import('world-atlas/countries-50m.json')
  // A JSON file has wider types than its format.
  const topology = file as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>
  const { countries } = topology.objects
  return {
    countries: {
      type: 'FeatureCollection',
      features: feature(topology, countries).features.flatMap(({ id, geometry, properties }) => {
        const polygons =
          geometry.type === 'Polygon'
            ? [geometry.coordinates]
            : geometry.type === 'MultiPolygon'
              ? geometry.coordinates
              : []
        const coordinates = polygons.flatMap(rings => splitPolygon(rings as Position[][]))
        return coordinates.length === 0
          ? []
          : [
              {
                type: 'Feature' as const,
                properties: { code: codeOf(id), name: properties.name },
                geometry: { type: 'MultiPolygon' as const, coordinates },
              },
            ]
      }),
    },
    borders: {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiLineString',
        coordinates: mesh(topology, countries).coordinates.flatMap(line => splitLine(line as Position[])),
      },
    },
  }
}

/** Twice the signed area of a ring in square degrees, and its centre. */
function ringCentre(ring: readonly Position[]): { area: number; longitude: number; latitude: number } {
  let [area, x, y] = [0, 0, 0]
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    area += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  return { area, longitude: x / (3 * area), latitude: y / (3 * area) }
}

/** Loads the centres of countries by their two-letter code: the middle of the largest part of each. */
export async function loadCountryCentres(): Promise<ReadonlyMap<string, LonLat>> {
  const { countries } = await loadWorld('fine')
  return new Map(
    countries.features.flatMap(({ properties, geometry }) => {
      const [largest] = geometry.coordinates
        .flatMap(([outline]) => (outline ? [ringCentre(outline as Position[])] : []))
        .filter(({ area }) => area !== 0)
        .toSorted((a, b) => Math.abs(b.area) - Math.abs(a.area))
      return largest && properties.code !== ''
        ? [[properties.code, { longitude: largest.longitude, latitude: largest.latitude }] as const]
        : []
    }),
  )
}
