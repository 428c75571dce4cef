import type { GraphHighlights } from '../canvas/graph-engine.ts'
import { type PaintOptions, paintNode, strokeLines, traceShape } from './paint.ts'
import type { Picture, PicturedEdge } from './picture.ts'
import type { Steps } from './slices.ts'

/** Elements that are painted between two looks at the clock. */
const perStep = 200

/** What is emphasised in a picture, apart from what is pale. */
export interface Emphasis extends GraphHighlights {
  /** The node that is being dragged. */
  dragged: string | null
}

/** The pairs of neighbours on a path, in both directions. */
export function stepsOf(path: readonly string[] | null): ReadonlySet<string> {
  const steps = (path ?? []).slice(1).map((id, index) => [path?.[index] ?? '', id] as const)
  return new Set(steps.flatMap(([a, b]) => [`${a}\n${b}`, `${b}\n${a}`]))
}
export const isStep = (steps: ReadonlySet<string>, { source, target }: PicturedEdge): boolean =>
  steps.has(`${source.id}\n${target.id}`)

/** Paints the edges of the selection, the path and what is chosen, over the picture. */
export function* paintHighlights(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { current, selected, edge, path, dragged }: Emphasis,
  options: PaintOptions,
): Steps {
  const { accent } = options.styles.paints
  const way = new Set(path ?? [])
  const steps = stepsOf(path)
  const moved = dragged === null ? [] : picture.edgesOf(dragged)
  const near = new Set([...[...selected].flatMap(id => picture.edgesOf(id)), ...moved])
  context.strokeStyle = accent
  yield* strokeInSteps(context, path === null ? [...near] : [], 2)
  yield* strokeInSteps(
    context,
    picture.edges.filter(each => each.key === edge || isStep(steps, each)),
    4,
  )
  const nodes = [...picture.nodes.values()].filter(
    ({ id }) => selected.has(id) || id === current || way.has(id) || id === dragged,
  )
  for (const [index, node] of nodes.entries()) {
    if (way.has(node.id)) {
      context.globalAlpha = pathGround
      context.beginPath()
      traceShape(context, node, 8)
      context.fillStyle = accent
      context.fill()
      context.globalAlpha = 1
    }
    paintNode(context, node, options)
    if (selected.has(node.id) || node.id === current) {
      context.beginPath()
      traceShape(context, node, 5)
      context.strokeStyle = accent
      // From afar a ring of two units would be thinner than a pixel.
      context.lineWidth = Math.max(node.id === current ? 3 : 2, 1.5 / options.zoom)
      context.stroke()
    }
    if (index % perStep === perStep - 1) yield
  }
}

/** Opacity of the ground of nodes on a path. */
const pathGround = 0.35

function* strokeInSteps(context: CanvasRenderingContext2D, edges: readonly PicturedEdge[], width: number): Steps {
  for (let from = 0; from < edges.length; from += perStep) {
    context.lineWidth = width
    strokeLines(context, edges.slice(from, from + perStep))
    yield
  }
}
