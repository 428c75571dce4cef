export interface Point {
  x: number
  y: number
}

export interface NodePosition extends Point {
  id: string
}

const sectors = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const
export type ArrowKey = keyof typeof sectors
export const isArrow = (key: string): key is ArrowKey => key in sectors

/** What lies further aside of an arrow than this multiple of its way ahead is not in its direction. */
const widest = 1.5

/** The nearest node in the physical direction of an arrow: geometry is never mirrored. */
export function nearest(places: readonly NodePosition[], from: NodePosition, key: ArrowKey): string | null {
  const [dx, dy] = sectors[key]
  let best: { id: string; cost: number } | null = null
  for (const place of places) {
    if (place.id === from.id) continue
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx)
    if (ahead <= 0 || aside > ahead * widest) continue
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { id: place.id, cost }
  }
  return best?.id ?? null
}

/**
 * The node that lies most in the physical direction of an arrow, by its angle and then by its distance; null where none
 * lies in it.
 */
export function mostTowards(places: readonly NodePosition[], from: Point, key: ArrowKey): string | null {
  const [dx, dy] = sectors[key]
  let best: { id: string; angle: number; distance: number } | null = null
  for (const { id, x, y } of places) {
    const ahead = (x - from.x) * dx + (y - from.y) * dy
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)
    if (ahead <= 0 || aside > ahead * widest) continue
    const found = { id, angle: Math.atan2(aside, ahead), distance: Math.hypot(ahead, aside) }
    if (!best || found.angle < best.angle || (found.angle === best.angle && found.distance < best.distance))
      best = found
  }
  return best?.id ?? null
}

/** The node after another one around a centre, in the order of their angles; null where it is the only one. */
export function neighbourAround(
  places: readonly NodePosition[],
  centre: Point,
  from: string,
  direction: 'clockwise' | 'counter',
): string | null {
  // The axis of a screen points down, so that angles grow clockwise.
  const angleOf = ({ x, y }: Point) => Math.atan2(y - centre.y, x - centre.x)
  const sorted = places.toSorted((a, b) => angleOf(a) - angleOf(b) || (a.id < b.id ? -1 : 1))
  const at = sorted.findIndex(({ id }) => id === from)
  if (at === -1 || sorted.length < 2) return null
  return sorted.at((at + (direction === 'clockwise' ? 1 : -1)) % sorted.length)?.id ?? null
}

/** Whether a point lies inside a closed line (even-odd). */
export function pointIn(polygon: readonly Point[], { x, y }: Point): boolean {
  let within = false
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length] ?? a
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) within = !within
  })
  return within
}

export function boxOf(a: Point, b: Point): Point[] {
  return [
    { x: a.x, y: a.y },
    { x: b.x, y: a.y },
    { x: b.x, y: b.y },
    { x: a.x, y: b.y },
  ]
}

export function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, point) => ({ x: all.x + point.x, y: all.y + point.y }), { x: 0, y: 0 })
  return points.length === 0 ? sum : { x: sum.x / points.length, y: sum.y / points.length }
}
