export interface LonLat {
  longitude: number
  latitude: number
}
export type Position = [longitude: number, latitude: number]

const earthRadius = 6371.0088
const radians = Math.PI / 180

/** Whether a position exists: coordinates from outside may be missing, swapped or out of range. */
export function isValidCoordinate({ longitude, latitude }: LonLat): boolean {
  return (
    Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  )
}

/** Distance along the surface in kilometres. */
export function distanceKm(a: LonLat, b: LonLat): number {
  const half = (x: number) => Math.sin(x / 2) ** 2
  const h =
    half((b.latitude - a.latitude) * radians) +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * half((b.longitude - a.longitude) * radians)
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)))
}

type Vector = [number, number, number]
const vectorOf = ({ longitude, latitude }: LonLat): Vector => [
  Math.cos(latitude * radians) * Math.cos(longitude * radians),
  Math.cos(latitude * radians) * Math.sin(longitude * radians),
  Math.sin(latitude * radians),
]

/**
 * The shortest path between two positions as lines; more than one where it crosses the date line, so that none runs
 * across the whole map.
 */
export function arcLines(a: LonLat, b: LonLat, steps = 128): Position[][] {
  const from = vectorOf(a)
  const to = vectorOf(b)
  const angle = Math.acos(Math.min(1, Math.max(-1, from[0] * to[0] + from[1] * to[1] + from[2] * to[2])))
  // For equal or opposite positions every path is the shortest: a straight line.
  if (angle < 1e-9 || Math.PI - angle < 1e-6)
    return splitLine([
      [a.longitude, a.latitude],
      [b.longitude, b.latitude],
    ])
  const line = Array.from({ length: steps + 1 }, (_, i): Position => {
    const [p, q] = [
      Math.sin((1 - i / steps) * angle) / Math.sin(angle),
      Math.sin((i / steps) * angle) / Math.sin(angle),
    ]
    const [x, y, z] = [p * from[0] + q * to[0], p * from[1] + q * to[1], p * from[2] + q * to[2]]
    return [Math.atan2(y, x) / radians, Math.atan2(z, Math.hypot(x, y)) / radians]
  })
  return splitLine(line)
}

/** Cuts a line where it jumps from one edge of the map to the other. */
export function splitLine(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]]
  line.forEach((position, i) => {
    const before = line[i - 1]
    if (before && Math.abs(position[0] - before[0]) > 180) {
      const edge = before[0] > 0 ? 180 : -180
      const next = position[0] + 2 * edge
      const share = next === before[0] ? 0 : (edge - before[0]) / (next - before[0])
      const latitude = before[1] + (position[1] - before[1]) * share
      parts.at(-1)?.push([edge, latitude])
      parts.push([[-edge, latitude]])
    }
    parts.at(-1)?.push(position)
  })
  return parts.filter(part => part.length > 1)
}

/** Position of the label of a path: the middle of its longest part. */
export function midpoint(lines: readonly (readonly Position[])[]): Position | null {
  const longest = lines.reduce<readonly Position[]>((most, line) => (line.length > most.length ? line : most), [])
  const [first, last] = longest
  // A straight line has its ends only.
  if (longest.length === 2 && first && last) return [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]
  return longest[Math.floor(longest.length / 2)] ?? null
}
