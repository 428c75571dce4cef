import { useId, useMemo, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Callout } from '../../feedback/callout/callout.tsx'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useBrowserValue } from '../../lib/rendering/use-browser-value.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import type { GraphEngine } from './canvas/graph-engine.ts'
import { GraphActions } from './commands/graph-actions.tsx'
import { createGraphHandle } from './commands/graph-handle.ts'
import { WalkHubDialog } from './commands/hub-reason.tsx'
import { useGraphCommands } from './commands/use-graph-commands.ts'
import { useGraphExports } from './files/use-graph-exports.ts'
import type { GraphCanvasProps } from './graph-canvas-props.ts'
import { GraphSummary } from './graph-summary.tsx'
import { GraphToolbar, type GraphView } from './graph-toolbar.tsx'
import { placedNodes, useNodePositions } from './layout/use-node-positions.ts'
import { ListPane } from './list/list-pane.tsx'
import { LoadingGraph } from './loading-graph.tsx'
import { clusterThreshold } from './model/clusters.ts'
import { nodeLimit } from './model/graph-model.ts'
import { unmatchedNodes } from './model/graph-state.ts'
import { useGraph } from './model/use-graph.ts'
import { CanvasPane } from './pane/canvas-pane.tsx'
import { GraphLegend } from './pane/graph-legend.tsx'
import { GraphTimeline } from './time/graph-timeline.tsx'
import { useDisplayState } from './use-display-state.ts'
import { useNodeLook } from './use-node-look.ts'

const narrow = '(width < 40rem)'
const none: readonly string[] = []
const isNarrow = () => matchMedia(narrow).matches

/** Entities and events with their links: a picture, and a list with the same content and actions. */
export function GraphCanvas({
  label,
  labelledBy,
  data,
  total,
  limit = nodeLimit,
  loading = false,
  error,
  onRetry,
  empty,
  selected: givenSelected,
  defaultSelected = none,
  onSelectedChange,
  selectedEdge,
  onEdgeSelect,
  onNodeOpen,
  canOpen,
  onExpand,
  expandLimit = 50,
  view: givenView,
  defaultView,
  onViewChange,
  threshold = clusterThreshold,
  matches,
  unmatched = 'fade',
  path: givenPath,
  onPathClear,
  onCurrentChange,
  startPanel,
  endPanel,
  places: givenPlaces,
  exportAction,
  fileName = 'graph',
  className,
  ref,
  ...rest
}: GraphCanvasProps) {
  const summaryId = useId()
  const root = useRef<HTMLDivElement>(null)
  const engine = useRef<GraphEngine>(null)
  const narrowAtFirst = useBrowserValue(isNarrow, false)
  const [chosenView, setView] = useControllable<GraphView | undefined>({
    value: givenView,
    defaultValue: defaultView,
    onValueChange: onViewChange && (next => (next === undefined ? undefined : onViewChange(next))),
  })
  const view = chosenView ?? (narrowAtFirst ? 'list' : 'canvas')
  const [selected, setSelected] = useControllable<readonly string[]>({
    value: givenSelected,
    defaultValue: defaultSelected,
    onValueChange: onSelectedChange,
  })
  const [display, props] = useDisplayState(rest)
  const { layout, colour, size } = display.values

  const graph = useGraph(data, {
    limit,
    threshold,
    colour,
    isShown: unmatched === 'hide' ? matches : undefined,
    display,
  })
  useUniqueIds('GraphCanvas', 'nodes', data.nodes)
  const { visible } = graph
  const faded = useMemo(
    () => unmatchedNodes(visible.nodes, unmatched === 'fade' && matches ? graph.loaded.nodes.filter(matches) : null),
    [matches, unmatched, visible, graph.loaded],
  )
  const lookOf = useNodeLook(graph, colour, size)
  const places = useNodePositions(data, graph, layout, {
    given: givenPlaces,
    onPlaced: (next, whole) => {
      engine.current?.place(next)
      if (whole) engine.current?.fit()
    },
  })
  const commands = useGraphCommands({
    graph,
    places,
    selected,
    onSelectedChange: setSelected,
    onNodeOpen,
    canOpen,
    onExpand,
    expandLimit,
    givenPath,
    onPathClear,
    onCurrentChange,
    selectedEdge,
    onEdgeSelect,
  })
  const { chosen, current, node, nameOf, typeOf, path, move, select, open, actionKey } = commands

  const ready = !loading && !error && graph.loaded.nodes.length > 0
  const pictured = view !== 'list'
  const exports = useGraphExports({
    graph,
    places,
    engine,
    root,
    fileName,
    pictured,
    selected: chosen,
    nameOf,
    typeOf,
    lookOf,
  })
  const handle = startPanel || endPanel ? createGraphHandle(graph, commands) : null
  const start = handle && startPanel ? startPanel(handle) : null
  const leave = () =>
    root.current?.querySelector<HTMLElement>('[data-slot="segmented-control"] [data-state="checked"]')?.focus()

  return (
    <div
      data-slot="graph-canvas"
      aria-busy={loading || undefined}
      className={cn('flex min-h-0 bg-surface', className)}
      {...props}
      ref={mergeRefs(root, ref)}
    >
      {start}
      <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
        <GraphToolbar
          graph={graph}
          usable={ready}
          summary={<GraphSummary id={summaryId} graph={graph} total={Math.max(0, (total ?? 0) - data.nodes.length)} />}
          view={view}
          onViewChange={givenView === undefined || onViewChange !== undefined ? setView : undefined}
          display={{ ...display.values, onArrange: places.rerun }}
          canFindPath={commands.can.findPath}
          pathShown={path !== null}
          onPath={commands.findPath}
          onUndo={commands.undo}
          onRedo={commands.redo}
          exports={exports}
          exportAction={
            exportAction && { label: exportAction.label, run: () => exportAction.onSelect(placedNodes(graph, places)) }
          }
        />
        {commands.failed ? (
          <Callout tone="danger" live onDismiss={commands.dismissFailure} className="shrink-0 rounded-none">
            <FormattedMessage id="DesignSystem.Graph.ExpandFailed" values={{ name: commands.failed.label }} />
          </Callout>
        ) : null}
        {loading ? (
          <LoadingGraph />
        ) : error ? (
          <ErrorState title={error} className="flex-1" {...(onRetry ? { onRetry } : {})} />
        ) : graph.loaded.nodes.length === 0 ? (
          <EmptyState className="flex-1" title={empty ?? <FormattedMessage id="DesignSystem.Graph.Empty" />} />
        ) : (
          <>
            {view === 'list' ? (
              <GraphLegend graph={graph} colour={colour} withoutKinds={Boolean(start)} inline />
            ) : null}
            <div
              className={cn(
                // Bars of commands in several lines must not cover picture or list: the component grows instead.
                'flex min-h-[16rem] flex-1 overflow-auto',
                view === 'both' && 'flex-col @2xl:flex-row @2xl:overflow-hidden',
              )}
            >
              {pictured ? (
                <CanvasPane
                  graph={graph}
                  places={places}
                  engine={engine}
                  label={label}
                  labelledBy={labelledBy}
                  summaryId={summaryId}
                  nameOf={nameOf}
                  lookOf={lookOf}
                  colour={colour}
                  withoutKinds={Boolean(start)}
                  faded={faded}
                  current={current}
                  selected={chosen}
                  path={path}
                  edges={commands.edges}
                  onCurrentChange={move}
                  onSelect={select}
                  onOpen={open}
                  onActionKey={actionKey}
                  onLeave={leave}
                />
              ) : null}
              {view === 'canvas' ? null : (
                <div
                  className={cn(
                    'flex min-h-0 flex-col',
                    view === 'both'
                      ? 'h-[20rem] shrink-0 border-bs border-line-subtle @2xl:h-auto @2xl:w-panel @2xl:border-s @2xl:border-bs-0'
                      : 'min-w-0 flex-1',
                  )}
                >
                  <ListPane
                    graph={graph}
                    label={label}
                    nameOf={nameOf}
                    typeOf={typeOf}
                    current={current}
                    selected={chosen}
                    path={path}
                    edges={commands.edges}
                    onCurrentChange={move}
                    onOpen={open}
                    onActionKey={actionKey}
                    onSelectAll={select}
                    onSelect={(id, extend) => {
                      move(id)
                      select([id], extend)
                    }}
                  />
                </div>
              )}
            </div>
            <GraphActions
              node={node}
              name={node ? nameOf(node) : ''}
              degree={commands.degree}
              selectedCount={chosen.size}
              pinned={commands.pinned}
              busy={commands.busy}
              can={commands.can}
              typeName={node ? typeOf(node) : ''}
              onExpand={options => void commands.expand(options)}
              onSelectType={commands.selectType}
              onSelectCommunity={commands.selectCommunity}
              onCollapse={commands.collapse}
              onPin={commands.pin}
              onHide={commands.hide}
              onOpen={() => (current === null ? undefined : open(current))}
            />
            {graph.times ? (
              <GraphTimeline
                {...graph.times}
                period={graph.state.period}
                shown={visible.nodes.length}
                whole={graph.loaded.nodes.length}
                onPeriodChange={graph.setPeriod}
              />
            ) : null}
          </>
        )}
      </div>
      {handle && endPanel ? endPanel(handle) : null}
      <WalkHubDialog
        hub={commands.hub}
        name={commands.hub ? nameOf(commands.hub) : ''}
        onCancel={commands.cancelHub}
        onConfirm={() => void commands.expand({ hub: true })}
      />
    </div>
  )
}
