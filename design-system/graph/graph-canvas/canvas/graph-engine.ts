import type cytoscape from 'cytoscape'
import { type NodePosition, type Point, pointIn } from '../model/geometry.ts'
import type { GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { createCore } from './cytoscape-core.ts'
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
import { fitViewport, labelSizeAt, shiftIntoView, type ViewInsets } from './viewport.ts'
import { watchTheme } from './watch-theme.ts'

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
type NodeTexts = Pick<ElementOptions, 'labelOf' | 'lookOf' | 'countText'>

export interface GraphEngineEvents {
  onTap: (id: string | null, extend: boolean) => void
  onEdgeTap: (key: string) => void
  onOpen: (id: string) => void
  onDrop: (id: string, place: Point) => void
}

/** Classes of all highlights. */
const marked = 'current selected near chosen path off faded'

/** The rendering half of the component. It depends on positions and styles, and not on the meaning of the data. */
export interface GraphEngine {
  /** Adds new elements, removes missing ones, leaves the others at their positions. */
  draw: (
    nodes: readonly VisibleNode[],
    edges: readonly GraphEdge[],
    places: ReadonlyMap<string, Point>,
    texts: NodeTexts,
  ) => void
  place: (places: ReadonlyMap<string, Point>) => void
  /** Applies highlights, also to the elements that are drawn later. */
  mark: (wanted: GraphHighlights) => void
  fit: () => void
  zoom: (factor: number) => void
  /** Pans the picture only as far as needed to show the node. */
  reveal: (id: string) => void
  places: () => NodePosition[]
  /** Nodes whose centre lies inside a line drawn over the picture. */
  within: (line: readonly Point[]) => string[]
  png: () => Promise<Blob>
  destroy: () => void
}

/** The rendering of a picture that fits on a page: Cytoscape behind a few methods. */
export function createGraphEngine(host: HTMLElement, insets: () => ViewInsets, events: GraphEngineEvents): GraphEngine {
  const font = `12px ${getComputedStyle(host).fontFamily}`
  let fontReady = document.fonts.check(font)
  let labelSize = labelSizeAt(1)
  let styles = createGraphStyles(host, fontReady, labelSize)
  const cy = createCore(host, styles.style)
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
  const endTheme = watchTheme(restyle)
  const sizes = new ResizeObserver(() => {
    cy.resize()
    if (fitted) fit()
  })
  sizes.observe(host)

  cy.on('zoom', () => {
    const size = labelSizeAt(cy.zoom())
    if (size === labelSize) return
    labelSize = size
    styles = createGraphStyles(host, fontReady, labelSize)
    cy.style(styles.style)
  })
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
    draw(nodes, edges, places, texts) {
      if (drawn.nodes === nodes && drawn.edges === edges && drawn.lookOf === texts.lookOf) return
      drawn = { nodes, edges, lookOf: texts.lookOf }
      const wanted = createElements({ nodes, edges, places, ...texts, styleOf })
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
      cy.add(added)
    },
    place(places) {
      cy.batch(() =>
        cy.nodes().forEach(node => {
          const place = places.get(nodeId(node))
          if (place) node.position({ ...place })
        }),
      )
    },
    mark,
    fit,
    zoom(factor) {
      fitted = false
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() })
    },
    reveal(id) {
      const node = cy.getElementById(nodeKey(id))
      if (node.nonempty()) cy.panBy(shiftIntoView(node.renderedPosition(), { width: cy.width(), height: cy.height() }))
    },
    places: () => cy.nodes().map(node => ({ id: nodeId(node), ...node.position() })),
    within: line =>
      cy
        .nodes()
        .filter(node => pointIn(line, node.renderedPosition()))
        .map(nodeId),
    png: () =>
      Promise.resolve(
        cy.png({
          output: 'blob-promise',
          full: true,
          scale: 2,
          bg: createTokenReader(host)('canvas', 'Canvas'),
          maxWidth: 8000,
          maxHeight: 8000,
        }),
      ),
    destroy() {
      endTheme()
      sizes.disconnect()
      cy.destroy()
    },
  }
}
