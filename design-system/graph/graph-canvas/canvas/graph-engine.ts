import cytoscape, { type Core } from 'cytoscape'
import { getNonce } from 'get-nonce'
import { scoreBand } from '../../../data-display/score-meter/score-band.ts'
import { type NodePosition, type Point, pointIn } from '../layout/geometry.ts'
import type { GraphEdge, GraphNodeKind } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { createBatchQueue } from './batch-queue.ts'
import { createGraphStyles } from './graph-style.ts'
import { createTokenReader } from './token-reader.ts'

/**
 * Above this the picture is drawn for speed: one pixel per point, no lines while it moves, and by the graphics card
 * where there is one.
 */
export const largeFrom = 2000
const padding = 36

/** Room that floating parts take from the sides of the canvas. */
export interface ViewInsets {
  left: number
  right: number
}

export interface GraphHighlights {
  current: string | null
  selected: ReadonlySet<string>
  /** The way between two nodes, in order. */
  path: readonly string[] | null
  pinned: ReadonlySet<string>
}

export interface GraphEngineEvents {
  onTap: (id: string | null, extend: boolean) => void
  onOpen: (id: string) => void
  onDrop: (id: string, place: Point) => void
}

/** Cytoscape adds a style element without a nonce; one with its id, made here, tells it that its rule is there. */
const styleId = '__________cytoscape_stylesheet'

function adoptStylesheet(): void {
  if (document.getElementById(styleId)) return
  const style = document.createElement('style')
  style.id = styleId
  const nonce = getNonce()
  if (nonce !== undefined) style.nonce = nonce
  document.head.append(style)
}

/** A graphics card, not its imitation on the processor, which is slower than a plain canvas. */
function hasGpu(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Ids of the data may be empty or look like a link's: Cytoscape gets its own. */
const key = (id: string) => `node ${id}`
const name = (node: { id: () => string }) => node.id().slice(5)

export type GraphEngine = ReturnType<typeof createGraphEngine>

/**
 * The drawn half of the component: Cytoscape behind a few verbs. It knows places and looks, and nothing of what the
 * data means.
 */
export function createGraphEngine(
  host: HTMLElement,
  size: number,
  insets: () => ViewInsets,
  events: GraphEngineEvents,
) {
  adoptStylesheet()
  const large = size > largeFrom
  const font = `12px ${getComputedStyle(host).fontFamily}`
  const fontReady = document.fonts.check(font)
  let looks = createGraphStyles(host, fontReady)
  const cy: Core = cytoscape({
    container: host,
    style: looks.style,
    layout: { name: 'preset' },
    minZoom: 0.02,
    maxZoom: 3,
    boxSelectionEnabled: false,
    autounselectify: true,
    ...(large
      ? {
          pixelRatio: 1,
          textureOnViewport: true,
          hideEdgesOnViewport: true,
          hideLabelsOnViewport: true,
          ...(hasGpu() ? { renderer: { name: 'canvas', webgl: true } } : {}),
        }
      : {}),
  })
  cy.on('tap', event => {
    const extend = Boolean(
      event.originalEvent &&
        (event.originalEvent.shiftKey || event.originalEvent.ctrlKey || event.originalEvent.metaKey),
    )
    if (event.target === cy) events.onTap(null, extend)
    else if (event.target.isNode()) events.onTap(name(event.target), extend)
  })
  cy.on('dbltap', 'node', event => events.onOpen(name(event.target)))
  cy.on('dragfree', 'node', event => events.onDrop(name(event.target), { ...event.target.position() }))

  let pins: ReadonlySet<string> = new Set()
  const looksOf = (data: { id: string; kind: GraphNodeKind; band: number; members: number }) =>
    looks.dataOf(data.kind, data.band, data.members > 0, pins.has(data.id.slice(5)))
  let drawn: { nodes: unknown; edges: unknown } = { nodes: null, edges: null }
  const feed = createBatchQueue<cytoscape.ElementDefinition>()
  let marks: GraphHighlights | null = null
  let fitted = true
  /** All of it, in the middle of what floating parts leave free, and never larger than is of use. */
  function fit() {
    fitted = true
    if (cy.nodes().empty()) return
    const { left, right } = insets()
    // Measured by places: the true boxes would need the size of every label.
    const box = cy.nodes().reduce(
      (all, node) => {
        const { x, y } = node.position()
        return {
          x1: Math.min(all.x1, x - 50),
          x2: Math.max(all.x2, x + 50),
          y1: Math.min(all.y1, y - 30),
          y2: Math.max(all.y2, y + 50),
        }
      },
      { x1: Infinity, x2: -Infinity, y1: Infinity, y2: -Infinity },
    )
    const free = {
      width: Math.max(80, cy.width() - left - right - 2 * padding),
      height: Math.max(80, cy.height() - 2 * padding),
    }
    const level = Math.min(
      1.25,
      Math.max(
        cy.minZoom(),
        Math.min(free.width / Math.max(1, box.x2 - box.x1), free.height / Math.max(1, box.y2 - box.y1)),
      ),
    )
    cy.viewport({
      zoom: level,
      pan: {
        x: left + padding + free.width / 2 - ((box.x1 + box.x2) / 2) * level,
        y: cy.height() / 2 - ((box.y1 + box.y2) / 2) * level,
      },
    })
  }
  const restyle = () => {
    if (!host.isConnected || cy.destroyed()) return
    looks = createGraphStyles(host, true)
    cy.batch(() => cy.nodes().forEach(node => void node.data(looksOf(node.data()))))
    cy.style(looks.style)
  }
  // A canvas does not wait for fonts as text on a page does, and floating parts leave another room when theirs have
  // come.
  const refit = () => {
    if (fitted && host.isConnected && !cy.destroyed()) fit()
  }
  void (fontReady ? Promise.resolve() : document.fonts.load(font).then(restyle, restyle))
    .then(() => document.fonts.ready)
    .then(refit)
  // The theme is an attribute of the document: the canvas is painted anew when it changes.
  const themes = new MutationObserver(restyle)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', restyle)
  const sizes = new ResizeObserver(() => {
    cy.resize()
    if (fitted) fit()
  })
  sizes.observe(host)

  /** In a large picture only what is near enough to read has icon and label. */
  let settled: ReturnType<typeof setTimeout>
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
  if (large) {
    cy.on('viewport', () => {
      clearTimeout(settled)
      settled = setTimeout(approach, 120)
    })
  }
  function mark({ current, selected, path, pinned }: GraphHighlights) {
    const way = new Set(path ?? [])
    const steps = new Set((path ?? []).slice(1).map((id, i) => [path?.[i] ?? '', id].sort().join('\n')))
    const changed = [...pins, ...pinned].filter(id => pins.has(id) !== pinned.has(id))
    pins = pinned
    cy.batch(() => {
      for (const id of changed) {
        const node = cy.getElementById(key(id))
        if (node.nonempty()) node.data(looksOf(node.data()))
      }
      cy.elements('.current, .selected, .near, .path, .off').removeClass('current selected near path off')
      for (const id of selected) cy.getElementById(key(id)).addClass('selected').connectedEdges().addClass('near')
      if (current !== null) cy.getElementById(key(current)).addClass('current')
      if (path === null) return
      cy.elements().addClass('off')
      cy.nodes()
        .filter(node => way.has(name(node)))
        .removeClass('off')
        .addClass('path')
      cy.edges()
        .filter(edge => steps.has([name(edge.source()), name(edge.target())].sort().join('\n')))
        .removeClass('off near')
        .addClass('path')
    })
  }
  const middle = () => ({ x: cy.width() / 2, y: cy.height() / 2 })

  return {
    /** Adds what is new, takes out what is gone, keeps the rest where it is. */
    draw(
      nodes: readonly VisibleNode[],
      edges: readonly GraphEdge[],
      places: ReadonlyMap<string, Point>,
      labelOf: (node: VisibleNode) => string,
    ) {
      if (drawn.nodes === nodes && drawn.edges === edges) return
      drawn = { nodes, edges }
      const wanted = new Map<string, cytoscape.ElementDefinition>()
      for (const node of nodes) {
        const band =
          node.score === null || node.score === undefined || !Number.isFinite(node.score) ? 0 : scoreBand(node.score)
        const data = {
          id: key(node.id),
          kind: node.kind,
          band,
          label: labelOf(node),
          members: node.members?.length ?? 0,
        }
        wanted.set(key(node.id), {
          group: 'nodes',
          data: { ...data, ...looksOf(data) },
          ...(large ? {} : { classes: 'close' }),
          position: { ...(places.get(node.id) ?? { x: 0, y: 0 }) },
        })
      }
      for (const { source, target, relation } of edges) {
        const id = `edge ${JSON.stringify([source, target, relation])}`
        wanted.set(id, { group: 'edges', data: { id, source: key(source), target: key(target), relation } })
      }
      const added: cytoscape.ElementDefinition[] = []
      cy.batch(() => {
        cy.elements()
          .filter(element => !wanted.has(element.id()))
          .remove()
        for (const [id, definition] of wanted) {
          const there = cy.getElementById(id)
          if (there.empty()) added.push(definition)
          else if (there.isNode()) there.data(definition.data)
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
          const place = places.get(name(node))
          if (place) node.position({ ...place })
        }),
      )
    },
    /** Stays what it is while a large picture is still being built up. */
    mark(wanted: GraphHighlights) {
      marks = wanted
      mark(wanted)
    },
    fit,
    zoom(factor: number) {
      fitted = false
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() })
    },
    /** Moves the picture only as far as it takes to see the node. */
    reveal(id: string) {
      const node = cy.getElementById(key(id))
      if (node.empty()) return
      const at = node.renderedPosition()
      const shift = (value: number, size: number) =>
        value < padding ? padding - value : value > size - padding ? size - padding - value : 0
      cy.panBy({ x: shift(at.x, cy.width()), y: shift(at.y, cy.height()) })
    },
    places: (): NodePosition[] => cy.nodes().map(node => ({ id: name(node), ...node.position() })),
    /** Nodes whose middle lies inside a line drawn over the picture. */
    within: (line: readonly Point[]): string[] =>
      cy
        .nodes()
        .filter(node => pointIn(line, node.renderedPosition()))
        .map(name),
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
      clearTimeout(settled)
      feed.stop()
      themes.disconnect()
      sizes.disconnect()
      forced.removeEventListener('change', restyle)
      cy.destroy()
    },
  }
}
