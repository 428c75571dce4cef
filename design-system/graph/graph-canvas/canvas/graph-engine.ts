import type cytoscape from 'cytoscape'
import { type NodePosition, type Point, pointIn } from '../model/geometry.ts'
import type { GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { createBatchQueue } from './batch-queue.ts'
import { createCore, largeFrom } from './cytoscape-core.ts'
import {
  createElements,
  type ElementOptions,
  edgeElement,
  keyOfEdge,
  type NodeData,
  nodeId,
  nodeKey,
} from './graph-elements.ts'
import { createGraphStyles } from './graph-style.ts'
import { createTokenReader } from './token-reader.ts'
import { fitViewport, labelSizeAt, panIntoView, type ViewInsets } from './viewport.ts'

export interface GraphHighlights {
  current: string | null
  selected: ReadonlySet<string>
  /** The key of the chosen edge. */
  edge: string | null
  /** The path between two nodes, in order. */
  path: readonly string[] | null
  pinned: ReadonlySet<string>
  /** Nodes that do not match the filter. */
  faded: ReadonlySet<string>
}

/** What the engine asks of the component for each element. */
export type NodeTexts = Pick<ElementOptions, 'labelOf' | 'lookOf' | 'countText'>

export interface GraphEngineEvents {
  onTap: (id: string | null, extend: boolean) => void
  onEdgeTap: (key: string) => void
  onOpen: (id: string) => void
  onDrop: (id: string, place: Point) => void
}

/** Classes of all highlights. */
const marked = 'current selected near chosen path off faded'

export type GraphEngine = ReturnType<typeof createGraphEngine>

/**
 * The rendering half of the component: Cytoscape behind a few methods. It depends on positions and styles, and not on
 * the meaning of the data.
 */
export function createGraphEngine(
  host: HTMLElement,
  size: number,
  insets: () => ViewInsets,
  events: GraphEngineEvents,
) {
  const large = size > largeFrom
  const font = `12px ${getComputedStyle(host).fontFamily}`
  let fontReady = document.fonts.check(font)
  let labelSize = labelSizeAt(1)
  let styles = createGraphStyles(host, fontReady, labelSize)
  const cy = createCore(host, styles.style, large)
  cy.on('tap', event => {
    const extend = Boolean(
      event.originalEvent &&
        (event.originalEvent.shiftKey || event.originalEvent.ctrlKey || event.originalEvent.metaKey),
    )
    if (event.target === cy) events.onTap(null, extend)
    else if (event.target.isNode()) events.onTap(nodeId(event.target), extend)
    else events.onEdgeTap(keyOfEdge(event.target))
  })
  cy.on('dbltap', 'node', event => events.onOpen(nodeId(event.target)))
  cy.on('dragfree', 'node', event => events.onDrop(nodeId(event.target), { ...event.target.position() }))

  let pins: ReadonlySet<string> = new Set()
  const styleOf = (data: NodeData) => styles.dataOf(data.kind, data.look, pins.has(data.id.slice(5)))
  let drawn: { nodes: unknown; edges: unknown; lookOf: unknown } = { nodes: null, edges: null, lookOf: null }
  const feed = createBatchQueue<cytoscape.ElementDefinition>()
  let marks: GraphHighlights | null = null
  let fitted = true
  function fit() {
    fitted = true
    fitViewport(cy, insets)
  }
  const restyle = () => {
    if (!host.isConnected || cy.destroyed()) return
    fontReady = true
    styles = createGraphStyles(host, fontReady, labelSize)
    cy.batch(() => cy.nodes().forEach(node => void node.data(styleOf(node.data()))))
    cy.style(styles.style)
  }
  // A canvas does not wait for fonts as text on a page does, and floating controls change their size when theirs are
  // loaded.
  const refit = () => {
    if (fitted && host.isConnected && !cy.destroyed()) fit()
  }
  void (fontReady ? Promise.resolve() : document.fonts.load(font).then(restyle, restyle))
    .then(() => document.fonts.ready)
    .then(refit)
  // The theme is an attribute of the document: the canvas is repainted when it changes.
  const themes = new MutationObserver(restyle)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', restyle)
  const sizes = new ResizeObserver(() => {
    cy.resize()
    if (fitted) fit()
  })
  sizes.observe(host)

  /** In a large picture only nodes that are near enough to read have icon and label. */
  let approachTimer: ReturnType<typeof setTimeout>
  const approach = () => {
    if (cy.destroyed()) return
    const readable = cy.zoom() > 0.45
    const { x1, x2, y1, y2 } = cy.extent()
    cy.batch(() =>
      cy.nodes().forEach(node => {
        const { x, y } = node.position()
        node.toggleClass('close', readable && x > x1 && x < x2 && y > y1 && y < y2)
      }),
    )
  }
  if (!large) {
    cy.on('zoom', () => {
      const size = labelSizeAt(cy.zoom())
      if (size === labelSize) return
      labelSize = size
      styles = createGraphStyles(host, fontReady, labelSize)
      cy.style(styles.style)
    })
  }
  if (large) {
    cy.on('viewport', () => {
      clearTimeout(approachTimer)
      approachTimer = setTimeout(approach, 120)
    })
  }
  function mark({ current, selected, edge, path, pinned, faded }: GraphHighlights) {
    const way = new Set(path ?? [])
    const steps = new Set((path ?? []).slice(1).map((id, i) => [path?.[i] ?? '', id].sort().join('\n')))
    const changed = [...pins, ...pinned].filter(id => pins.has(id) !== pinned.has(id))
    pins = pinned
    cy.batch(() => {
      for (const id of changed) {
        const node = cy.getElementById(nodeKey(id))
        if (node.nonempty()) node.data(styleOf(node.data()))
      }
      cy.elements('.current, .selected, .near, .chosen, .path, .off, .faded').removeClass(marked)
      for (const id of faded) cy.getElementById(nodeKey(id)).addClass('faded').connectedEdges().addClass('faded')
      for (const id of selected) cy.getElementById(nodeKey(id)).addClass('selected').connectedEdges().addClass('near')
      if (current !== null) cy.getElementById(nodeKey(current)).addClass('current')
      if (edge !== null) cy.getElementById(edgeElement(edge)).addClass('chosen')
      if (path === null) return
      cy.elements().addClass('off')
      cy.nodes()
        .filter(node => way.has(nodeId(node)))
        .removeClass('off')
        .addClass('path')
      cy.edges()
        .filter(edge => steps.has([nodeId(edge.source()), nodeId(edge.target())].sort().join('\n')))
        .removeClass('off near')
        .addClass('path')
    })
  }
  const middle = () => ({ x: cy.width() / 2, y: cy.height() / 2 })

  return {
    /** Adds new elements, removes missing ones, leaves the others at their positions. */
    draw(
      nodes: readonly VisibleNode[],
      edges: readonly GraphEdge[],
      places: ReadonlyMap<string, Point>,
      texts: NodeTexts,
    ) {
      if (drawn.nodes === nodes && drawn.edges === edges && drawn.lookOf === texts.lookOf) return
      drawn = { nodes, edges, lookOf: texts.lookOf }
      const wanted = createElements({ nodes, edges, places, ...texts, styleOf, large })
      const added: cytoscape.ElementDefinition[] = []
      cy.batch(() => {
        cy.elements()
          .filter(element => !wanted.has(element.id()))
          .remove()
        for (const [id, definition] of wanted) {
          const there = cy.getElementById(id)
          if (there.empty()) added.push(definition)
          else there.data(definition.data)
        }
      })
      if (large) {
        feed.start(
          added,
          some => void cy.add([...some]),
          () => {
            if (marks !== null) mark(marks)
          },
        )
      } else {
        cy.add(added)
      }
    },
    place(places: ReadonlyMap<string, Point>) {
      cy.batch(() =>
        cy.nodes().forEach(node => {
          const place = places.get(nodeId(node))
          if (place) node.position({ ...place })
        }),
      )
    },
    /** Applies highlights, also to the elements that a large picture adds later. */
    mark(wanted: GraphHighlights) {
      marks = wanted
      mark(wanted)
    },
    fit,
    zoom(factor: number) {
      fitted = false
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() })
    },
    /** Pans the picture only as far as needed to show the node. */
    reveal(id: string) {
      const node = cy.getElementById(nodeKey(id))
      if (node.empty()) return
      panIntoView(cy, node.renderedPosition())
    },
    places: (): NodePosition[] => cy.nodes().map(node => ({ id: nodeId(node), ...node.position() })),
    /** Nodes whose centre lies inside a line drawn over the picture. */
    within: (line: readonly Point[]): string[] =>
      cy
        .nodes()
        .filter(node => pointIn(line, node.renderedPosition()))
        .map(nodeId),
    png: (): Promise<Blob> =>
      Promise.resolve(
        cy.png({
          output: 'blob-promise',
          full: true,
          scale: size > largeFrom ? 1 : 2,
          bg: createTokenReader(host)('canvas', 'Canvas'),
          maxWidth: 8000,
          maxHeight: 8000,
        }),
      ),
    destroy() {
      clearTimeout(approachTimer)
      feed.stop()
      themes.disconnect()
      sizes.disconnect()
      forced.removeEventListener('change', restyle)
      cy.destroy()
    },
  }
}
