import cytoscape from 'cytoscape'
import fcose from 'cytoscape-fcose'
import type { Point } from '../model/geometry.ts'
import { separateNodes } from './node-spacing.ts'

export interface ForceTask {
  ids: readonly string[]
  /** Pairs of indexes into `ids`. */
  links: readonly (readonly [number, number])[]
  pinned: readonly { id: string; place: Point }[]
}

/** A deterministic random sequence, for the same picture on every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Positions by a force layout, x and y alternating in the order of the ids. Runs in a worker: it takes seconds for
 * thousands of nodes. The layout uses `Math.random`, which is replaced in its realm while it runs.
 */
export function computeForceLayout({ ids, links, pinned }: ForceTask): Float64Array {
  cytoscape.use(fcose)
  const chance = Math.random
  Math.random = createRandom(20_261)
  try {
    const cy = cytoscape({
      headless: true,
      elements: [
        ...ids.map((_, i) => ({ data: { id: String(i) } })),
        ...links.map(([source, target], i) => ({
          data: { id: `e${i}`, source: String(source), target: String(target) },
        })),
      ],
    })
    const order = new Map(ids.map((id, i) => [id, String(i)]))
    const fixed = pinned.flatMap(({ id, place }) => {
      const nodeId = order.get(id)
      return nodeId === undefined ? [] : [{ nodeId, position: place }]
    })
    const draft = ids.length > 400
    cy.layout({
      name: 'fcose',
      quality: draft ? 'draft' : 'default',
      animate: false,
      randomize: true,
      fit: false,
      packComponents: false,
      nodeSeparation: 90,
      idealEdgeLength: 110,
      nodeRepulsion: 9000,
      sampleSize: 25,
      ...(fixed.length > 0 && !draft ? { fixedNodeConstraint: fixed } : {}),
    } as cytoscape.LayoutOptions).run()
    const places = new Float64Array(ids.length * 2)
    ids.forEach((_, i) => {
      const { x, y } = cy.getElementById(String(i)).position()
      places[2 * i] = Number.isFinite(x) ? x : 0
      places[2 * i + 1] = Number.isFinite(y) ? y : 0
    })
    cy.destroy()
    if (draft) separateNodes(places)
    return places
  } finally {
    Math.random = chance
  }
}
