import { textScale } from '../../../lib/text-scale/text-scale.ts'
import type { NodePositions } from './layouts.ts'

/**
 * Above this number of nodes labels are read by zooming in, and space for all of them would spread the picture too far.
 */
const maxNodes = 60
const rounds = 80
/** From the centre of a node to its disc above, and to the lower edge of its label. */
const [above, below] = [30, 46]
/** Of the 46, the label itself. */
const labelHeight = 18
/** Labels are at most 150 px wide; characters are counted, not measured: a worker and a test have no fonts. */
const widthOf = (label: string | undefined, scale: number) =>
  Math.max(60, Math.min(150, (label?.length ?? 0) * 6.5) * scale + 14)

/**
 * Moves nodes apart that cover each other or each other's label, along the shorter axis, in a few rounds; the root
 * stays. Positions are changed in the map, deterministically.
 */
export function separateLabels(
  nodes: readonly { id: string; label?: string; root?: boolean }[],
  places: NodePositions,
  scale = textScale(),
): void {
  if (nodes.length > maxNodes) return
  const height = above + below + labelHeight * (scale - 1)
  const boxes = nodes.flatMap(({ id, label, root = false }) => {
    const place = places.get(id)
    return place === undefined || label === undefined
      ? []
      : [{ id, root, width: widthOf(label, scale), x: place.x, y: place.y }]
  })
  for (let round = 0; round < rounds; round++) {
    let moved = false
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y]
        const [coveredX, coveredY] = [(a.width + b.width) / 2 - Math.abs(dx), height - Math.abs(dy)]
        if (coveredX <= 0.5 || coveredY <= 0.5) continue
        moved = true
        const [stepX, stepY] =
          coveredX < coveredY ? [dx < 0 ? -coveredX : coveredX, 0] : [0, dy < 0 ? -coveredY : coveredY]
        const share = a.root ? 0 : b.root ? 1 : 0.5
        a.x -= stepX * share
        a.y -= stepY * share
        b.x += stepX * (1 - share)
        b.y += stepY * (1 - share)
      }
    })
    if (!moved) break
  }
  for (const { id, x, y } of boxes) places.set(id, { x, y })
}
