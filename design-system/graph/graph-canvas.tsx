import { List, Maximize, Minus, Plus, Waypoints } from 'lucide-react'
import cytoscape, { type Core } from 'cytoscape'
import { getNonce } from 'get-nonce'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { scoreBand } from '../data-display/score-meter/score-band.ts'
import { useAnnounce } from '../lib/announcer.tsx'
import { cn } from '../lib/cn.ts'
import { IconButton } from '../primitives/icon-button/icon-button.tsx'
import { GraphList, kindNames } from './graph-list.tsx'
import { degreesOf, limited, nearest, neighboursOf, type GraphData, type GraphNode } from './graph-model.ts'
import { graphStyle } from './graph-style.ts'

export type GraphView = 'canvas' | 'list'

export interface GraphCanvasProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  label: string
  data: GraphData
  selectedId?: string | null
  onSelectedChange?: (id: string) => void
  /** Enter on a node, or its link in the list. */
  onNodeOpen?: (node: GraphNode) => void
  /** The list by default where the page is narrow. */
  defaultView?: GraphView
}

const narrow = 640
/** Cytoscape adds a style element without a nonce; one with its id, made here, tells it that its rule is there. */
const styleId = '__________cytoscape_stylesheet'

function claimStylesheet(): void {
  if (document.getElementById(styleId)) return
  const style = document.createElement('style')
  style.id = styleId
  const nonce = getNonce()
  if (nonce !== undefined) style.nonce = nonce
  document.head.append(style)
}

/** Events and what links them, as a picture with a list beside it that says the same. Up to 200 nodes, without animation. */
export function GraphCanvas({ label, data, selectedId, onSelectedChange, onNodeOpen, defaultView, className, ...props }: GraphCanvasProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const summaryId = useId()
  const host = useRef<HTMLDivElement>(null)
  const graph = useRef<Core>(null)
  const [view, setView] = useState<GraphView>(() => defaultView ?? (matchMedia(`(max-width: ${narrow - 1}px)`).matches ? 'list' : 'canvas'))
  const [own, setOwn] = useState<string | null>(null)
  const shown = useMemo(() => limited(data), [data])
  const degrees = useMemo(() => degreesOf(shown.edges), [shown])
  const current = (selectedId === undefined ? own : selectedId) ?? shown.nodes.find(node => node.root)?.id ?? shown.nodes[0]?.id ?? null
  const high = shown.nodes.filter(node => scoreBand(node.score ?? 0) >= 4).length

  const move = (id: string) => {
    setOwn(id)
    onSelectedChange?.(id)
    const node = shown.nodes.find(entry => entry.id === id)
    if (!node) return
    announce(intl.formatMessage({ id: 'DesignSystem.Graph.NodeReadOut' }, {
      kind: intl.formatMessage({ id: kindNames[node.kind] }), label: node.label, count: degrees.get(id) ?? 0,
      scored: node.score === null || node.score === undefined ? 'no' : 'yes', score: node.score ?? 0,
    }))
  }
  const tapped = useEffectEvent((id: string) => move(id))
  /** Rings: the selected node, what is linked to it, the rest. Read once per layout, because a selection must not move nodes. */
  const ranking = useEffectEvent(() => {
    const around = new Set(current === null ? [] : neighboursOf(current, shown.edges))
    return (id: string) => (id === current ? 3 : around.has(id) ? 2 : 1)
  })
  const mark = useEffectEvent((cy: Core) => {
    cy.batch(() => {
      cy.elements().removeClass('current near')
      if (current === null) return
      const node = cy.getElementById(current)
      node.addClass('current')
      node.connectedEdges().addClass('near')
    })
  })

  useEffect(() => {
    const element = host.current
    if (view !== 'canvas' || !element) return
    claimStylesheet()
    const rank = ranking()
    const cy = cytoscape({
      container: element,
      elements: [
        ...shown.nodes.map(node => ({
          data: { id: node.id, kind: node.kind, label: node.score === null || node.score === undefined ? node.label : `${node.label} · ${scoreBand(node.score)}`, band: node.score === null || node.score === undefined ? 0 : scoreBand(node.score) },
        })),
        ...shown.edges.map((edge, i) => ({ data: { id: `edge ${i}`, source: edge.source, target: edge.target, relation: edge.relation } })),
      ],
      style: graphStyle(element),
      layout: { name: 'concentric', animate: false, minNodeSpacing: 56, padding: 32, concentric: node => rank(node.id()), levelWidth: () => 1 },
      minZoom: 0.2, maxZoom: 3, boxSelectionEnabled: false, autounselectify: true,
    })
    graph.current = cy
    cy.on('tap', 'node', event => tapped(String(event.target.id())))
    mark(cy)
    const restyle = () => cy.style(graphStyle(element))
    // The theme is an attribute of the document: the canvas is painted anew when it changes.
    const themes = new MutationObserver(restyle)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
    const forced = matchMedia('(forced-colors: active)')
    forced.addEventListener('change', restyle)
    const sizes = new ResizeObserver(() => {
      cy.resize()
      cy.fit(undefined, 32)
    })
    sizes.observe(element)
    return () => {
      themes.disconnect()
      sizes.disconnect()
      forced.removeEventListener('change', restyle)
      graph.current = null
      cy.destroy()
    }
  }, [shown, view])

  useEffect(() => {
    if (graph.current) mark(graph.current)
  }, [current])

  const zoom = (factor: number) => {
    const cy = graph.current
    cy?.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
  }
  const fit = () => graph.current?.fit(undefined, 32)
  const open = () => {
    const node = shown.nodes.find(entry => entry.id === current)
    if (node) onNodeOpen?.(node)
  }
  const walk = (key: 'ArrowRight' | 'ArrowLeft' | 'ArrowDown' | 'ArrowUp') => {
    const cy = graph.current
    if (!cy || current === null) return
    const places = cy.nodes().map(node => ({ id: node.id(), ...node.position() }))
    const from = places.find(place => place.id === current)
    const next = from && nearest(places, from, key)
    if (next) move(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowRight': case 'ArrowLeft': case 'ArrowDown': case 'ArrowUp': walk(event.key); break
      case '+': case '=': zoom(1.25); break
      case '-': zoom(0.8); break
      case '0': fit(); break
      case 'Enter': open(); break
      default: return
    }
    event.preventDefault()
  }

  // An application region is worked by its own keys.
  const keys = { onKeyDown }

  return (
    <div data-slot="graph-canvas" className={cn('flex min-h-0 flex-col bg-surface', className)} {...props}>
      <div className="flex h-bar shrink-0 items-center gap-1 border-be border-line-subtle px-3">
        <p id={summaryId} className="min-w-0 truncate text-xs text-fg-muted">
          <FormattedMessage id="DesignSystem.Graph.Summary" values={{ nodes: shown.nodes.length, links: shown.edges.length, high }} />
          {shown.left > 0 ? <> <FormattedMessage id="DesignSystem.Graph.LeftOut" values={{ count: shown.left }} /></> : null}
        </p>
        <div className="ms-auto flex items-center gap-1">
          {view === 'canvas' ? (
            <>
              <IconButton size="sm" icon={Plus} label={intl.formatMessage({ id: 'DesignSystem.Graph.ZoomIn' })} onClick={() => zoom(1.25)} />
              <IconButton size="sm" icon={Minus} label={intl.formatMessage({ id: 'DesignSystem.Graph.ZoomOut' })} onClick={() => zoom(0.8)} />
              <IconButton size="sm" icon={Maximize} label={intl.formatMessage({ id: 'DesignSystem.Graph.Fit' })} onClick={fit} />
            </>
          ) : null}
          <IconButton size="sm" icon={Waypoints} pressed={view === 'canvas'} label={intl.formatMessage({ id: 'DesignSystem.Graph.ShowCanvas' })} onClick={() => setView('canvas')} />
          <IconButton size="sm" icon={List} pressed={view === 'list'} label={intl.formatMessage({ id: 'DesignSystem.Graph.ShowList' })} onClick={() => setView('list')} />
        </div>
      </div>
      <div className="relative min-h-0 flex-1">
        {shown.nodes.length === 0 ? (
          <p className="flex h-full items-center justify-center text-sm text-fg-secondary"><FormattedMessage id="DesignSystem.Graph.Empty" /></p>
        ) : view === 'list' ? (
          <GraphList data={shown} label={label} selectedId={current} onSelect={move} onOpen={onNodeOpen} />
        ) : (
          <div
            ref={host}
            role="application"
            aria-label={label}
            aria-describedby={summaryId}
            tabIndex={0}
            dir="ltr"
            className="absolute inset-0 overflow-hidden focus-ring-inset"
            {...keys}
          />
        )}
      </div>
    </div>
  )
}
