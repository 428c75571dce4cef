import { BoxSelect, Lasso as LassoIcon, Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Progress } from '../../../feedback/progress/progress.tsx'
import { Button } from '../../../primitives/button/button.tsx'
import { IconButton } from '../../../primitives/icon-button/icon-button.tsx'
import { createGraphEngine, type GraphEngine } from '../canvas/graph-engine.ts'
import type { NodeLook } from '../canvas/graph-style.ts'
import type { useEdgeSelection } from '../commands/use-edge-selection.ts'
import { createLargeEngine } from '../large/large-engine.ts'
import type { useNodePositions } from '../layout/use-node-positions.ts'
import type { GraphColour } from '../model/appearance.ts'
import { type ArrowKey, isArrow, type Point } from '../model/geometry.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import type { Graph } from '../model/use-graph.ts'
import { GraphLegend } from './graph-legend.tsx'
import { Lasso, type SelectTool } from './lasso.tsx'
import { useLinkWalk } from './use-link-walk.ts'

/** Maximum number of characters of a label on a chip; measuring thousands would block the page. */
const longest = 60

/** Above this number of elements the picture is painted once and then moved as a whole. */
const largeFrom = 2000

type WalkKey = ArrowKey | 'PageDown' | 'PageUp'
const isPage = (key: string): key is 'PageDown' | 'PageUp' => key === 'PageDown' || key === 'PageUp'

interface CanvasPaneProps {
  graph: Graph
  places: ReturnType<typeof useNodePositions>
  engine: RefObject<GraphEngine | null>
  label: string
  labelledBy: string | undefined
  summaryId: string
  nameOf: (node: VisibleNode) => string
  lookOf: (node: VisibleNode) => NodeLook
  colour: GraphColour
  /** The kinds are listed in a panel beside the picture. */
  withoutKinds: boolean
  /** Nodes that do not match the filter. */
  faded: ReadonlySet<string>
  current: string | null
  selected: ReadonlySet<string>
  path: readonly string[] | null
  edges: ReturnType<typeof useEdgeSelection>
  onCurrentChange: (id: string) => void
  onSelect: (ids: readonly string[], extend: boolean) => void
  onOpen: (id: string) => void
  onActionKey: (event: KeyboardEvent) => boolean
  onLeave: () => void
}

/** The picture with its floating controls. */
export function CanvasPane({
  graph,
  places,
  engine,
  label,
  labelledBy,
  summaryId,
  nameOf,
  lookOf,
  colour,
  withoutKinds,
  faded,
  current,
  selected,
  path,
  edges,
  onCurrentChange,
  onSelect,
  onOpen,
  onActionKey,
  onLeave,
}: CanvasPaneProps) {
  const intl = useIntl()
  const host = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const [tool, setTool] = useState<SelectTool | null>(null)
  const { visible, state } = graph
  const links = useLinkWalk(visible.edges)
  const large = visible.nodes.length + visible.edges.length > largeFrom

  /** The text on the chip: bidi-isolated, so that names in other scripts do not reorder the count. */
  const chipOf = (node: VisibleNode) => {
    const name = `\u2068${nameOf(node).slice(0, longest)}\u2069`
    const count = node.hub ? 0 : Math.max(0, node.more ?? 0) + (node.held ?? 0)
    return `\u2066${name}${count > 0 ? ` +${intl.formatNumber(count)}` : ''}${node.hub ? ` (${intl.formatNumber(node.hub.links)})` : ''}\u2069`
  }
  const tapped = useEffectEvent((id: string | null, extend: boolean) => {
    if (id === null) {
      if (!extend) onSelect([], false)
      return
    }
    onCurrentChange(id)
    onSelect([id], extend)
  })
  const edgeTapped = useEffectEvent((key: string) => edges.selectByKey(key))
  const opened = useEffectEvent((id: string) => onOpen(id))
  const dropped = useEffectEvent((id: string, place: Point) => {
    places.setPosition(id, place)
    graph.pin(id, place)
  })
  const insets = useEffectEvent(() => {
    const width = (legend.current?.offsetWidth ?? 0) + 12
    const left = legend.current?.offsetParent ? width : 0
    const tools = 44
    return getComputedStyle(host.current?.parentElement ?? document.body).direction === 'rtl'
      ? { left: tools, right: left }
      : { left, right: tools }
  })
  const draw = useEffectEvent((target: GraphEngine) =>
    target.draw(visible.nodes, visible.edges, places.placeNewNodes(), {
      labelOf: chipOf,
      lookOf,
      countText: count => (count > 1 ? intl.formatNumber(count) : ''),
    }),
  )
  const mark = useEffectEvent((target: GraphEngine) =>
    target.mark({ current, selected, edge: edges.selected, path, pinned: new Set(Object.keys(state.pinned)), faded }),
  )

  useEffect(() => {
    if (!host.current) return
    const made = (large ? createLargeEngine : createGraphEngine)(host.current, () => insets(), {
      onTap: (id, extend) => tapped(id, extend),
      onEdgeTap: key => edgeTapped(key),
      onOpen: id => opened(id),
      onDrop: (id, place) => dropped(id, place),
    })
    engine.current = made
    draw(made)
    made.fit()
    mark(made)
    return () => {
      engine.current = null
      made.destroy()
    }
  }, [engine, large])

  useEffect(() => {
    if (engine.current) draw(engine.current)
  }, [engine, visible, lookOf, intl])

  useEffect(() => {
    if (engine.current) mark(engine.current)
  }, [engine, visible, current, selected, edges.selected, path, faded, state.pinned])

  const walk = (key: WalkKey, extend: boolean) => {
    const all = engine.current?.places() ?? []
    const from = all.find(place => place.id === current)
    const next = !from
      ? (all[0]?.id ?? null)
      : isArrow(key)
        ? links.towards(all, from, key)
        : links.beside(all, from, key === 'PageDown' ? 'clockwise' : 'counter')
    if (next === null) return
    onCurrentChange(next)
    if (extend) onSelect([next], true)
    engine.current?.reveal(next)
  }
  /** Moves a node without a pointer. */
  const nudge = (key: ArrowKey) => {
    const from = current === null ? undefined : places.positionOf(current)
    if (!from || current === null) return
    const by = { ArrowRight: [24, 0], ArrowLeft: [-24, 0], ArrowDown: [0, 24], ArrowUp: [0, -24] }[key]
    const place = { x: from.x + (by[0] ?? 0), y: from.y + (by[1] ?? 0) }
    places.setPosition(current, place)
    engine.current?.place(new Map([[current, place]]))
    graph.pin(current, place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isArrow(event.key) && event.altKey) nudge(event.key)
    else if (isArrow(event.key) || isPage(event.key)) walk(event.key, event.shiftKey)
    else if (event.key === '+' || event.key === '=') engine.current?.zoom(1.25)
    else if (event.key === '-') engine.current?.zoom(0.8)
    else if (event.key === '0') engine.current?.fit()
    else if (event.key === 'Enter' && current !== null) onOpen(current)
    else if (event.key === ' ' && current !== null) onSelect([current], true)
    else if (event.key === 'Escape' && tool !== null) setTool(null)
    else if (event.key === 'Escape' && selected.size === 0 && path === null) onLeave()
    else if (!onActionKey(event)) return
    event.preventDefault()
  }
  const keyboard = { onKeyDown }
  const name = (id: string) => intl.formatMessage({ id })

  return (
    <div className="@container/canvas flex min-w-0 flex-1 flex-col">
      <div className="@2xl/canvas:hidden">
        <GraphLegend graph={graph} colour={colour} withoutKinds={withoutKinds} inline />
      </div>
      <div className="relative min-h-[16rem] flex-1 bg-canvas">
        <div
          ref={host}
          role="application"
          aria-label={labelledBy === undefined ? label : undefined}
          aria-labelledby={labelledBy}
          aria-describedby={summaryId}
          tabIndex={0}
          dir="ltr"
          className="absolute inset-0 overflow-hidden bg-canvas focus-ring-inset"
          {...keyboard}
        />
        {tool === null ? null : (
          <Lasso
            tool={tool}
            onDone={line => {
              onSelect(engine.current?.within(line) ?? [], false)
              setTool(null)
              host.current?.focus()
            }}
          />
        )}
        {/* A column of five does not fit on a narrow canvas, which is also low: there it is a row. */}
        <div className="absolute inset-bs-3 inset-e-3 flex rounded-card border border-transparent bg-surface-raised p-0.5 shadow-2 @2xl/canvas:flex-col">
          <IconButton
            icon={Plus}
            label={name('DesignSystem.Graph.ZoomIn')}
            onClick={() => engine.current?.zoom(1.25)}
          />
          <IconButton
            icon={Minus}
            label={name('DesignSystem.Graph.ZoomOut')}
            onClick={() => engine.current?.zoom(0.8)}
          />
          <IconButton icon={Maximize} label={name('DesignSystem.Graph.Fit')} onClick={() => engine.current?.fit()} />
          <span className="mx-0.5 w-px bg-line-subtle @2xl/canvas:mx-0 @2xl/canvas:my-0.5 @2xl/canvas:h-px @2xl/canvas:w-auto" />
          <IconButton
            icon={BoxSelect}
            label={name('DesignSystem.Graph.BoxSelect')}
            pressed={tool === 'box'}
            onClick={() => setTool(tool === 'box' ? null : 'box')}
          />
          <IconButton
            icon={LassoIcon}
            label={name('DesignSystem.Graph.Lasso')}
            pressed={tool === 'lasso'}
            onClick={() => setTool(tool === 'lasso' ? null : 'lasso')}
          />
        </div>
        <div
          ref={legend}
          className="absolute inset-be-3 inset-s-3 hidden max-h-[calc(100%-1.5rem)] overflow-auto rounded-card border border-transparent bg-surface-raised p-2 shadow-2 @2xl/canvas:block"
        >
          <GraphLegend graph={graph} colour={colour} withoutKinds={withoutKinds} />
        </div>
        {places.isArranging ? (
          <div className="absolute inset-x-0 inset-bs-12 mx-auto flex w-fit items-center gap-3 rounded-card border border-transparent bg-surface-raised py-2 ps-3 pe-2 shadow-2 @2xl/canvas:inset-bs-3">
            <Progress
              label={<FormattedMessage id="DesignSystem.Graph.Arranging" values={{ count: visible.nodes.length }} />}
              value={null}
              className="w-nav"
            />
            <Button size="sm" onClick={places.stop}>
              <FormattedMessage id="DesignSystem.Graph.Stop" />
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  )
}
