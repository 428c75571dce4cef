import { arcLines, distanceKm, isValidCoordinate, type LonLat, midpoint, type Position } from './great-circle.ts'

export const pointKinds = ['ip', 'billing', 'shipping', 'account', 'store', 'device', 'other'] as const
export type MapPointKind = (typeof pointKinds)[number]

export interface MapPoint extends LonLat {
  id: string
  kind: MapPointKind
  /** Name of the location: "Vilnius, LT". */
  label: string
  /** Represented quantity (events, amount): determines the size of the mark and the order of the list. */
  value?: number
  /** Number of the location in a sequence: stands in the mark, in place of the shape of its kind. */
  number?: number
  /** Kilometres around the mark within which the place lies: drawn as a ring. */
  radiusKm?: number
}

export interface MapArc {
  id: string
  /** Ids of two points. */
  from: string
  to: string
  /** Time between the two, in milliseconds. */
  elapsed?: number
  /** Physically impossible travel. */
  impossible?: boolean
  /** A connection that deserves attention. */
  alert?: boolean
  /** By default solid, and dashed for impossible travel. */
  line?: 'solid' | 'dashed' | 'dotted'
  /** Text in place of the distance between the marks; null where it is unknown. */
  distance?: string | null
  /** The connection in words: below its names in the table. */
  sentence?: string
}

export interface MapRegion {
  /** Two-letter code of a country. */
  code: string
  value: number
}

export interface DrawnArc extends MapArc {
  start: MapPoint
  end: MapPoint
  km: number
  lines: Position[][]
  middle: Position
}

export interface MapModel {
  /** Highest value first; each id once, known kinds only. */
  points: readonly MapPoint[]
  /** Points with a valid coordinate. */
  locatedPoints: readonly MapPoint[]
  arcs: readonly DrawnArc[]
  /** Highest value first; each country once. */
  regions: readonly MapRegion[]
  highest: number
}

const amount = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : 0)

/** Valid data for drawing and listing. */
export function mapModel(
  points: readonly MapPoint[],
  arcs: readonly MapArc[],
  regions: readonly MapRegion[],
): MapModel {
  const byId = new Map<string, MapPoint>()
  for (const point of points) {
    if (!byId.has(point.id))
      byId.set(point.id, { ...point, kind: pointKinds.find(kind => kind === point.kind) ?? 'other' })
  }
  const known = [...byId.values()].sort((a, b) => amount(b.value) - amount(a.value))
  const countries = new Map(
    regions
      .filter(region => /^[A-Za-z]{2}$/.test(region.code) && Number.isFinite(region.value))
      .map(region => [region.code.toUpperCase(), region.value]),
  )
  const sorted = [...countries].map(([code, value]) => ({ code, value })).sort((a, b) => b.value - a.value)
  return {
    points: known,
    locatedPoints: known.filter(isValidCoordinate),
    arcs: arcs.flatMap(arc => {
      const start = byId.get(arc.from)
      const end = byId.get(arc.to)
      if (!start || !end || start === end || !isValidCoordinate(start) || !isValidCoordinate(end)) return []
      const lines = arcLines(start, end)
      const middle = midpoint(lines)
      return middle ? [{ ...arc, start, end, km: distanceKm(start, end), lines, middle }] : []
    }),
    regions: sorted,
    highest: Math.max(0, sorted[0]?.value ?? 0),
  }
}

/** The step of a value on the heat ramp, out of eight. */
export function heatStep(value: number, highest: number): number {
  return highest <= 0 || value <= 0 ? 0 : Math.min(7, Math.floor((value / highest) * 8))
}

export interface Cluster {
  key: string
  longitude: number
  latitude: number
  points: readonly MapPoint[]
}

const cell = 52

/** Clusters points that would cover each other at a zoom level: deterministic for the same level. */
export function clustered(points: readonly MapPoint[], zoom: number): Cluster[] {
  const world = 512 * 2 ** (Math.round(zoom * 2) / 2)
  const cells = new Map<string, MapPoint[]>()
  for (const point of points) {
    const x = ((point.longitude + 180) / 360) * world
    const latitude = Math.min(85, Math.max(-85, point.latitude)) * (Math.PI / 180)
    const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + latitude / 2)) / (2 * Math.PI)) * world
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
    const there = cells.get(key)
    if (there) there.push(point)
    else cells.set(key, [point])
  }
  return [...cells].map(([key, members]) => ({
    key,
    points: members,
    longitude: members.reduce((sum, { longitude }) => sum + longitude, 0) / members.length,
    latitude: members.reduce((sum, { latitude }) => sum + latitude, 0) / members.length,
  }))
}

const isCovered = (a: LonLat, b: LonLat): boolean =>
  Math.abs(a.longitude - b.longitude) < 0.001 && Math.abs(a.latitude - b.latitude) < 0.001

/** Whether the points of a cluster cover each other at every zoom level. */
export const isSamePlace = ({ points: [first, ...more] }: Cluster): boolean =>
  first !== undefined && more.length > 0 && more.every(point => isCovered(point, first))

/** The number of points at the place of a point, itself included. */
export const pointsAt = (points: readonly LonLat[], place: LonLat): number =>
  points.filter(point => isCovered(point, place)).length

/** West, south, east and north of the positions; null when there are none. */
export function boundsOf(places: readonly LonLat[]): [number, number, number, number] | null {
  if (places.length === 0) return null
  return places.reduce<[number, number, number, number]>(
    ([w, s, e, n], { longitude, latitude }) => [
      Math.min(w, longitude),
      Math.min(s, latitude),
      Math.max(e, longitude),
      Math.max(n, latitude),
    ],
    [180, 90, -180, -90],
  )
}
