import type { Position } from './great-circle.ts'

export type Ring = readonly Position[]

/** A ring without jumps at the date line: longitudes continue beyond 180 instead. */
function unwrapRing(ring: Ring): Position[] {
  const result: Position[] = []
  let turn = 0
  ring.forEach(([x, y], i) => {
    const before = ring[i - 1]
    if (before) {
      if (x - before[0] > 180) turn -= 360
      else if (x - before[0] < -180) turn += 360
    }
    result.push([x + turn, y])
  })
  const [first, last] = [result[0], result.at(-1)]
  // A ring around a pole ends a full turn away from its start: it is closed along the pole.
  if (first && last && Math.abs(last[0] - first[0]) > 180) {
    const pole = result.reduce((sum, [, y]) => sum + y, 0) < 0 ? -90 : 90
    result.push([last[0], pole], [first[0], pole], first)
  }
  return result
}

/** The part of a ring on one side of a meridian (Sutherland and Hodgman). */
function clipRing(ring: Ring, meridian: number, keepEast: boolean): Position[] {
  const inside = ([x]: Position) => (keepEast ? x >= meridian : x <= meridian)
  return ring.flatMap((position, i): Position[] => {
    const before = ring[i - 1] ?? ring.at(-1)
    if (!before) return []
    const crossing = (): Position => [
      meridian,
      before[1] + ((position[1] - before[1]) * (meridian - before[0])) / (position[0] - before[0]),
    ]
    if (inside(position)) return inside(before) ? [position] : [crossing(), position]
    return inside(before) ? [crossing()] : []
  })
}

const closeRing = (ring: Position[]): Position[] => {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
}

/**
 * Cuts a polygon (outer ring, holes) at the date line into polygons that stay between -180 and 180: nothing is drawn
 * across the whole map.
 */
export function splitPolygon(rings: readonly Ring[]): Position[][][] {
  const [outer, ...holes] = rings.map(unwrapRing)
  if (!outer || outer.length < 3) return []
  const west = outer.reduce((least, [x]) => Math.min(least, x), Infinity)
  const east = outer.reduce((most, [x]) => Math.max(most, x), -Infinity)
  const near = holes.map(hole => {
    const [x] = hole[0] ?? [0, 0]
    const shift = x < west - 1e-9 ? 360 : x > east + 1e-9 ? -360 : 0
    return hole.map(([at, y]): Position => [at + shift, y])
  })
  const parts: Position[][][] = []
  for (let turn = Math.floor((west + 180) / 360); turn <= Math.ceil((east - 180) / 360); turn++) {
    const cut = (ring: Ring) =>
      closeRing(
        clipRing(clipRing(ring, -180 + 360 * turn, true), 180 + 360 * turn, false).map(
          ([x, y]): Position => [x - 360 * turn, y],
        ),
      )
    const part = cut(outer)
    if (part.length >= 4) parts.push([part, ...near.map(cut).filter(ring => ring.length >= 4)])
  }
  return parts
}
