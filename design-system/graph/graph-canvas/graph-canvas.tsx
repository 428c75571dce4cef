import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { scoreBand } from '../../data-display/score-meter/score-band.ts'
import { Callout } from '../../feedback/callout/callout.tsx'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { downloadText } from '../../data-table/csv.ts'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { CanvasPane } from './canvas-pane.tsx'
import { GraphActions } from './graph-actions.tsx'
import type { GraphEngine } from './graph-engine.ts'
import { GraphLegend } from './graph-legend.tsx'
import { nodeLimit, type GraphData, type GraphNode } from './graph-model.ts'
import { GraphTimeline } from './graph-timeline.tsx'
import { GraphToolbar, type GraphView } from './graph-toolbar.tsx'
import { GraphTree } from './graph-tree.tsx'
import { type VisibleNode } from './graph-work.ts'
import { kindLooks } from './kinds.ts'
import type { GraphLayout } from './layouts.ts'
import { LoadingGraph } from './loading-graph.tsx'
import { saveBlob } from './save-blob.ts'
import { useGraph, type Expand } from './use-graph.ts'
import { usePlaces } from './use-places.ts'

export interface GraphCanvasProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /** What the picture shows: the accessible name of canvas and list. */
  label: string
  /** Id of a heading that names the canvas instead. */
  labelledBy?: string
  data: GraphData
  /** Nodes there are in all, when `data` is only a part of them. */
  total?: number
  /** Most nodes that are drawn: the best connected ones. */
  limit?: number
  loading?: boolean
  /** What went wrong, instead of the picture. */
  error?: ReactNode
  onRetry?: () => void
  /** What to say when there is no node. */
  empty?: ReactNode
  selected?: readonly string[]
  defaultSelected?: readonly string[]
  onSelectedChange?: (ids: readonly string[]) => void
  /** Enter or a double click on a node, and its button. */
  onNodeOpen?: (node: GraphNode) => void
  /** Asked for the neighbours of a node, at most `limit` of them. */
  onExpand?: Expand
  /** Most neighbours one expansion adds. */
  expandLimit?: number
  view?: GraphView
  /** The list by default where the page is narrow. */
  defaultView?: GraphView
  onViewChange?: (view: GraphView) => void
  layout?: GraphLayout
  defaultLayout?: GraphLayout
  onLayoutChange?: (layout: GraphLayout) => void
  /** Name of exported files, without their ending. */
  fileName?: string
}

const narrow = 640
const none: readonly string[] = []
const firstView = (): GraphView => (matchMedia(`(max-width: ${narrow - 1}px)`).matches ? 'list' : 'canvas')

/** Entities and events and what links them: a picture, and a list that says and does the same. */
export function GraphCanvas({
  label, labelledBy, data, total, limit = nodeLimit, loading = false, error, onRetry, empty, selected: givenSelected, defaultSelected = none, onSelectedChange, onNodeOpen, onExpand,
  expandLimit = 50, view: givenView, defaultView, onViewChange, layout: givenLayout, defaultLayout = 'concentric', onLayoutChange, fileName = 'graph', className, ref, ...props
}: GraphCanvasProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const summaryId = useId()
  const root = useRef<HTMLDivElement>(null)
  const engine = useRef<GraphEngine>(null)
  const [initialView] = useState(() => defaultView ?? firstView())
  const [view, setView] = useControllable<GraphView>({ value: givenView, defaultValue: initialView, onValueChange: onViewChange })
  const [layout, setLayout] = useControllable<GraphLayout>({ value: givenLayout, defaultValue: defaultLayout, onValueChange: onLayoutChange })
  const [selected, setSelected] = useControllable<readonly string[]>({ value: givenSelected, defaultValue: defaultSelected, onValueChange: onSelectedChange })
  const [wanted, setWanted] = useState<string | null>(null)
  const [path, setPath] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  const graph = useGraph(data, limit)
  const { visible, byId, degrees } = graph
  const places = usePlaces(data, graph, layout, (next, whole) => {
    engine.current?.place(next)
    if (whole) engine.current?.fit()
  })
  const chosen = useMemo(() => new Set(selected.filter(id => byId.has(id))), [selected, byId])
  const current = wanted !== null && byId.has(wanted) ? wanted : ([...chosen][0] ?? visible.nodes.find(node => node.root)?.id ?? visible.nodes[0]?.id ?? null)
  const node = current === null ? undefined : byId.get(current)
  const way = path?.every(id => byId.has(id)) ? path : null
  const high = visible.nodes.filter(({ score }) => typeof score === 'number' && scoreBand(score) >= 4).length
  const missing = Math.max(graph.left, (total ?? 0) - data.nodes.length)
  const say = (id: string, values: Record<string, string | number> = {}) => announce(intl.formatMessage({ id }, values))

  const nameOf = (entry: VisibleNode) => (entry.members ? intl.formatMessage({ id: 'DesignSystem.Graph.GroupName' }, { kind: intl.formatMessage({ id: kindLooks[entry.kind].many }), count: entry.members.length }) : entry.label)

  const warn = useEffectEvent((ids: readonly string[]) => {
    if (import.meta.env?.DEV && ids.length > 0) console.warn(`GraphCanvas: ${ids.length} nodes share their id with another one (${ids.slice(0, 3).join(', ')}), so only the first of each is shown. Give every node its own id.`)
  })
  useEffect(() => warn(graph.repeated), [graph.repeated])

  const move = (id: string) => {
    setWanted(id)
    const entry = byId.get(id)
    if (!entry) return
    say('DesignSystem.Graph.NodeReadOut', {
      kind: intl.formatMessage({ id: kindLooks[entry.kind].one }), label: nameOf(entry), count: degrees.get(id) ?? 0,
      scored: typeof entry.score === 'number' ? 'yes' : 'no', score: entry.score ?? 0,
    })
  }
  const select = (ids: readonly string[], extend: boolean) => {
    const next = !extend ? ids : ids.length === 1 && ids.every(id => chosen.has(id)) ? [...chosen].filter(id => !ids.includes(id)) : [...new Set([...chosen, ...ids])]
    setSelected(next)
    if (next.length !== 1 || extend) say('DesignSystem.Graph.Selected', { count: next.length })
  }
  const open = (id: string) => {
    const entry = byId.get(id)
    if (entry?.members) graph.group(entry.kind)
    else if (entry) onNodeOpen?.(entry)
  }
  const canExpand = node !== undefined && (node.members !== undefined || node.held !== undefined || (onExpand !== undefined && node.more !== 0))
  const expand = async () => {
    if (!node || !canExpand || busy !== null) return
    if (node.members) return graph.group(node.kind)
    if (node.held !== undefined) return graph.unfold(node.id)
    setFailed(null)
    setBusy(node.id)
    try {
      const found = await onExpand?.(node, expandLimit)
      if (!found) return
      const fresh = found.nodes.filter(entry => !graph.whole.nodes.some(known => known.id === entry.id)).slice(0, expandLimit)
      const cut = found.nodes.filter(entry => !graph.whole.nodes.some(known => known.id === entry.id)).length - fresh.length
      graph.add(node.id, { nodes: fresh, edges: found.edges, left: (found.left ?? 0) + cut })
      say('DesignSystem.Graph.Expanded', { count: fresh.length, left: (found.left ?? 0) + cut })
    } catch {
      setFailed(node.id)
    } finally {
      setBusy(null)
    }
  }
  const collapse = () => {
    if (!node || node.members) return
    graph.collapse(node.id)
    say('DesignSystem.Graph.Collapsed', { name: nameOf(node) })
  }
  const hide = () => {
    const ids = chosen.size > 0 && current !== null && chosen.has(current) ? [...chosen] : current === null ? [] : [current]
    if (ids.length === 0) return
    const nextTo = visible.edges.flatMap(({ source, target }) => (source === current ? [target] : target === current ? [source] : [])).find(id => !ids.includes(id))
    graph.hide(ids)
    setWanted(nextTo ?? null)
    setSelected([])
    say('DesignSystem.Graph.Hidden', { count: ids.length })
  }
  const pin = () => {
    const place = current === null ? undefined : places.place(current)
    if (current !== null && place) graph.pin(current, graph.work.pinned[current] ? null : place)
  }
  const ends = [...chosen]
  const findPath = () => {
    if (way) return setPath(null)
    const [from, to] = ends
    const found = from !== undefined && to !== undefined ? graph.path(from, to) : null
    setPath(found)
    say(found ? 'DesignSystem.Graph.PathFound' : 'DesignSystem.Graph.PathMissing', { count: (found?.length ?? 1) - 1 })
  }
  /** Keys that work on the canvas and in the list alike. */
  const actionKey = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') (event.shiftKey ? graph.redo : graph.undo)()
      else if (key === 'y') graph.redo()
      else if (key === 'a') select(visible.nodes.map(({ id }) => id), false)
      else return false
      return true
    }
    if (event.altKey) return false
    if (key === 'e') void expand()
    else if (key === 'c') collapse()
    else if (key === 'p') pin()
    else if (key === 'h') hide()
    else if (event.key === 'Escape' && (chosen.size > 0 || way)) {
      setPath(null)
      setSelected([])
    } else return false
    return true
  }
  const exported = () => JSON.stringify({
    nodes: visible.nodes.map(entry => ({ ...entry, place: places.place(entry.id) })), edges: visible.edges, selected: [...chosen],
  }, null, 2)

  const ready = !loading && !error && graph.whole.nodes.length > 0
  const pictured = view !== 'list'
  const leave = () => root.current?.querySelector<HTMLElement>('[data-slot="segmented-control"] [data-state="checked"]')?.focus()

  return (
    <div data-slot="graph-canvas" aria-busy={loading || undefined} className={cn('@container flex min-h-0 flex-col bg-surface', className)} {...props} ref={mergeRefs(root, ref)}>
      <GraphToolbar
        graph={graph}
        usable={ready}
        summary={
          <p id={summaryId} className="min-w-0 text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.Graph.Summary" values={{ nodes: visible.nodes.length, links: visible.edges.length, high }} />
            {missing > 0 ? <> <span className="text-warning-text"><FormattedMessage id="DesignSystem.Graph.LeftOut" values={{ count: missing }} /></span></> : null}
            {graph.work.hidden.length > 0 ? <> <FormattedMessage id="DesignSystem.Graph.HiddenCount" values={{ count: graph.work.hidden.length }} /></> : null}
          </p>
        }
        view={view}
        onViewChange={setView}
        layout={layout}
        onLayoutChange={setLayout}
        onArrange={places.again}
        canFindPath={way !== null || ends.length === 2}
        pathShown={way !== null}
        onPath={findPath}
        onPng={pictured ? () => void engine.current?.png().then(blob => saveBlob(`${fileName}.png`, blob)) : undefined}
        onJson={() => downloadText(`${fileName}.json`, exported(), 'application/json')}
      />
      {failed !== null && byId.has(failed) ? (
        <Callout tone="danger" live onDismiss={() => setFailed(null)} className="shrink-0 rounded-none"><FormattedMessage id="DesignSystem.Graph.ExpandFailed" values={{ name: byId.get(failed)?.label ?? '' }} /></Callout>
      ) : null}
      {loading ? <LoadingGraph /> : error ? (
        <ErrorState title={error} className="flex-1" {...(onRetry ? { onRetry } : {})} />
      ) : graph.whole.nodes.length === 0 ? (
        <EmptyState className="flex-1" title={empty ?? <FormattedMessage id="DesignSystem.Graph.Empty" />} />
      ) : (
        <>
          {view === 'list' ? <GraphLegend graph={graph} inline /> : null}
          <div className={cn('flex min-h-0 flex-1 overflow-auto', view === 'both' && 'flex-col @2xl:flex-row @2xl:overflow-hidden')}>
            {pictured ? (
              <CanvasPane
                graph={graph} places={places} engine={engine} label={label} labelledBy={labelledBy} summaryId={summaryId} nameOf={nameOf} current={current} selected={chosen} path={way}
                onCurrentChange={move} onSelect={select} onOpen={open} onActionKey={actionKey} onLeave={leave}
              />
            ) : null}
            {view === 'canvas' ? null : (
              <div className={cn('flex min-h-0 flex-col', view === 'both' ? 'h-[20rem] shrink-0 border-bs border-line-subtle @2xl:h-auto @2xl:w-panel @2xl:border-s @2xl:border-bs-0' : 'min-w-0 flex-1')}>
                <GraphTree
                  graph={graph} label={label} nameOf={nameOf} current={current} selected={chosen} path={way}
                  onCurrentChange={move} onOpen={open} onActionKey={actionKey}
                  onSelect={(id, extend) => {
                    move(id)
                    select([id], extend)
                  }}
                />
              </div>
            )}
          </div>
          <GraphActions
            node={node} name={node ? nameOf(node) : ''} degree={current === null ? 0 : (degrees.get(current) ?? 0)} selectedCount={chosen.size} pinned={current !== null && graph.work.pinned[current] !== undefined}
            busy={busy !== null} can={{ expand: canExpand, collapse: node !== undefined && node.members === undefined && (degrees.get(node.id) ?? 0) > 0, open: onNodeOpen !== undefined }}
            onExpand={() => void expand()} onCollapse={collapse} onPin={pin} onHide={hide} onOpen={() => (current === null ? undefined : open(current))}
          />
          {graph.times ? (
            <GraphTimeline
              {...graph.times} period={graph.work.period} shown={visible.nodes.length} whole={graph.whole.nodes.length}
              onPeriodChange={graph.setPeriod}
            />
          ) : null}
        </>
      )}
    </div>
  )
}
