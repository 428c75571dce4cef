import { nodeIconSize } from '../canvas/graph-icons.ts'
import { type GraphPaints, type GraphStyles, kindShapes } from '../canvas/graph-style.ts'
import { shapeCorners } from '../canvas/shape-corners.ts'
import { relationDashArrays } from '../model/kind-styles.ts'
import type { PaintedArea } from './bitmap.ts'
import type { PicturedEdge, PicturedNode } from './picture.ts'
import type { Steps } from './slices.ts'

/** Elements that are painted between two looks at the clock. */
const edgesPerStep = 250
const nodesPerStep = 60
/** From this zoom on nodes have icon and label, and lines their dashes: further away neither could be told apart. */
const readableZoom = 0.45
/** What is not part of a path, or does not match a filter, is pale. */
const pale = 0.35

export interface PaintOptions {
  styles: GraphStyles
  zoom: number
  area: PaintedArea
  /** Size of labels in the picture. */
  labelSize: number
  isPinned: (id: string) => boolean
  isPale: (id: string) => boolean
  isEdgePale: (edge: PicturedEdge) => boolean
  /** The image of an address, as soon as it is loaded. */
  imageOf: (url: string) => HTMLImageElement | null
}

const isWithin = ({ from, to }: PaintedArea, x: number, y: number, by: number): boolean =>
  x >= from.x - by && x <= to.x + by && y >= from.y - by && y <= to.y + by

/** Paints the lines between nodes, those of one look together. */
export function* paintEdges(
  context: CanvasRenderingContext2D,
  edges: readonly PicturedEdge[],
  options: PaintOptions,
): Steps {
  const { styles, zoom, isEdgePale } = options
  const { line, danger } = styles.paints
  for (const [look, group] of Map.groupBy(edges, edge => `${edge.relation} ${isEdgePale(edge)}`)) {
    const { relation } = group[0] ?? { relation: 'linked' as const }
    const dashes = relationDashArrays[relation]
    for (let from = 0; from < group.length; from += edgesPerStep) {
      context.globalAlpha = look.endsWith('true') ? pale : 1
      context.strokeStyle = relation === 'chargedBack' ? danger : line
      context.lineWidth = relation === 'chargedBack' ? 2 : 1.25
      context.setLineDash(dashes === '' || zoom < readableZoom ? [] : dashes.split(' ').map(Number))
      strokeLines(context, group.slice(from, from + edgesPerStep))
      yield
    }
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

/** Strokes lines between the centres of nodes. */
export function strokeLines(context: CanvasRenderingContext2D, edges: readonly PicturedEdge[]): void {
  context.beginPath()
  for (const { source, target } of edges) {
    context.moveTo(source.x, source.y)
    context.lineTo(target.x, target.y)
  }
  context.stroke()
}

/** Traces the outline of a node, which is larger by some units on each side. */
export function traceShape(path: CanvasRenderingContext2D | Path2D, { kind, x, y, half }: PicturedNode, by = 0): void {
  const [w, h] = [half.x + by, half.y + by]
  const corners = shapeCorners[kindShapes[kind]]
  if (kindShapes[kind] === 'ellipse') {
    path.moveTo(x + w, y)
    path.ellipse(x, y, w, h, 0, 0, 2 * Math.PI)
  } else if (corners) {
    for (const [index, [cx, cy]] of corners.entries()) {
      if (index === 0) path.moveTo(x + cx * w, y + cy * h)
      else path.lineTo(x + cx * w, y + cy * h)
    }
    path.closePath()
  } else {
    path.roundRect(x - w, y - h, 2 * w, 2 * h, kind === 'event' ? 0 : 6)
  }
}

/** Paints the shapes of nodes, and from near their icons and labels. */
export function* paintNodes(
  context: CanvasRenderingContext2D,
  nodes: Iterable<PicturedNode>,
  options: PaintOptions,
): Steps {
  const { styles, zoom, area, isPale } = options
  const shown = [...nodes].filter(({ x, y }) => isWithin(area, x, y, 200))
  let painted = 0
  for (const node of shown) {
    context.globalAlpha = isPale(node.id) ? pale : 1
    paintNode(context, node, options)
    if (++painted % nodesPerStep === 0) yield
  }
  if (zoom < readableZoom) return
  for (const node of shown) {
    context.globalAlpha = isPale(node.id) ? pale : 1
    paintLabel(context, node.label, { x: node.x, y: node.y + node.half.y + 6 }, options.labelSize, styles.paints)
    if (++painted % nodesPerStep === 0) yield
  }
  context.globalAlpha = 1
}

/** Paints one node without its label. */
export function paintNode(
  context: CanvasRenderingContext2D,
  node: PicturedNode,
  { styles, zoom, isPinned, imageOf }: PaintOptions,
): void {
  const { surface, sunken } = styles.paints
  const { look, kind, x, y } = node
  const { ring, ringWidth, picture } = styles.dataOf(kind, look, isPinned(node.id))
  context.beginPath()
  traceShape(context, node)
  context.fillStyle = look.form === 'hub' ? sunken : surface
  context.fill()
  context.strokeStyle = String(ring)
  context.lineWidth = Number(ringWidth)
  context.setLineDash(look.form === 'hub' ? [6, 4] : [])
  context.stroke()
  context.setLineDash([])
  if (look.form === 'group') {
    // Of two lines: the middle third of the ring is that of the ground.
    context.strokeStyle = surface
    context.lineWidth = Number(ringWidth) / 3
    context.stroke()
  }
  const image = zoom < readableZoom ? null : imageOf(String(picture))
  if (image) context.drawImage(image, x - nodeIconSize / 2, y - nodeIconSize / 2, nodeIconSize, nodeIconSize)
}

/** Paints a text on a chip; `at`: the middle of its upper edge. */
function paintLabel(
  context: CanvasRenderingContext2D,
  text: string,
  at: { x: number; y: number },
  size: number,
  { surface, border, text: ink, fontFamily }: GraphPaints,
): void {
  if (text === '') return
  context.font = `${size}px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'top'
  const shown = shortened(context, text, longestLabel * (size / 12))
  const width = context.measureText(shown).width + 6
  context.beginPath()
  context.roundRect(at.x - width / 2, at.y, width, size + 6, 3)
  context.fillStyle = surface
  context.fill()
  context.strokeStyle = border
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = ink
  context.fillText(shown, at.x, at.y + 4)
}

/** Longest label in the picture, at the size of 12. */
const longestLabel = 150

/** Cuts a text to a width, with an ellipsis. */
function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  const whole = context.measureText(text).width
  if (whole <= width) return text
  return `${text.slice(0, Math.max(1, Math.floor((text.length * width) / whole) - 1))}…`
}

/** Paints the texts at the middle of lines, from near. */
export function* paintEdgeTexts(
  context: CanvasRenderingContext2D,
  edges: readonly PicturedEdge[],
  { styles, zoom, area, labelSize }: PaintOptions,
): Steps {
  if (zoom < readableZoom) return
  let painted = 0
  for (const { source, target, text } of edges) {
    const [x, y] = [(source.x + target.x) / 2, (source.y + target.y) / 2]
    if (text === '' || !isWithin(area, x, y, 50)) continue
    paintLabel(context, text, { x, y: y - labelSize / 2 - 3 }, labelSize * 0.9, {
      ...styles.paints,
      surface: styles.paints.canvas,
      border: styles.paints.canvas,
    })
    if (++painted % nodesPerStep === 0) yield
  }
}
