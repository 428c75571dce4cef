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

/** The nearest node in the physical direction of an arrow: geometry is never mirrored. */
export function nearest(places: readonly NodePosition[], from: NodePosition, key: ArrowKey): string | null {
  const [dx, dy] = sectors[key]
  let best: { id: string; cost: number } | null = null
  for (const place of places) {
    if (place.id === from.id) continue
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx)
    if (ahead <= 0 || aside > ahead * 1.5) continue
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { id: place.id, cost }
  }
  return best?.id ?? null
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
