import { useId, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { scoreBand } from '../../data-display/score-meter/score-band.ts'
import { downloadText } from '../../data-table/export/csv.ts'
import { Callout } from '../../feedback/callout/callout.tsx'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { cn } from '../../lib/cn.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useBrowserValue } from '../../lib/rendering/use-browser-value.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { CanvasPane } from './canvas/canvas-pane.tsx'
import type { GraphEngine } from './canvas/graph-engine.ts'
import { GraphLegend } from './canvas/graph-legend.tsx'
import { GraphActions } from './graph-actions.tsx'
import type { GraphCanvasProps } from './graph-canvas-props.ts'
import { GraphTimeline } from './graph-timeline.tsx'
import { GraphToolbar, type GraphView } from './graph-toolbar.tsx'
import { GraphTree } from './graph-tree.tsx'
import type { GraphLayout } from './layout/layouts.ts'
import { useNodePositions } from './layout/use-node-positions.ts'
import { LoadingGraph } from './loading-graph.tsx'
import { nodeLimit } from './model/graph-model.ts'
import { useGraph } from './model/use-graph.ts'
import { useGraphCommands } from './use-graph-commands.ts'

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
  onNodeOpen,
  onExpand,
  expandLimit = 50,
  view: givenView,
  defaultView,
  onViewChange,
  layout: givenLayout,
  defaultLayout = 'concentric',
  onLayoutChange,
  fileName = 'graph',
  className,
  ref,
  ...props
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
  const [layout, setLayout] = useControllable<GraphLayout>({
    value: givenLayout,
    defaultValue: defaultLayout,
    onValueChange: onLayoutChange,
  })
  const [selected, setSelected] = useControllable<readonly string[]>({
    value: givenSelected,
    defaultValue: defaultSelected,
    onValueChange: onSelectedChange,
  })

  const graph = useGraph(data, limit)
  useUniqueIds('GraphCanvas', 'nodes', data.nodes)
  const { visible } = graph
  const places = useNodePositions(data, graph, layout, (next, whole) => {
    engine.current?.place(next)
    if (whole) engine.current?.fit()
  })
  const commands = useGraphCommands({
    graph,
    places,
    selected,
    onSelectedChange: setSelected,
    onNodeOpen,
    onExpand,
    expandLimit,
  })
  const { chosen, current, node, nameOf, path, move, select, open, actionKey } = commands
  const high = visible.nodes.filter(({ score }) => typeof score === 'number' && scoreBand(score) >= 4).length
  const missing = Math.max(graph.omittedCount, (total ?? 0) - data.nodes.length)

  const exported = () =>
    JSON.stringify(
      {
        nodes: visible.nodes.map(entry => ({ ...entry, place: places.positionOf(entry.id) })),
        edges: visible.edges,
        selected: [...chosen],
      },
      null,
      2,
    )

  const ready = !loading && !error && graph.loaded.nodes.length > 0
  const pictured = view !== 'list'
  const leave = () =>
    root.current?.querySelector<HTMLElement>('[data-slot="segmented-control"] [data-state="checked"]')?.focus()

  return (
    <div
      data-slot="graph-canvas"
      aria-busy={loading || undefined}
      className={cn('@container flex min-h-0 flex-col bg-surface', className)}
      {...props}
      ref={mergeRefs(root, ref)}
    >
      <GraphToolbar
        graph={graph}
        usable={ready}
        summary={
          <p id={summaryId} className="min-w-0 text-xs text-fg-muted">
            <FormattedMessage
              id="DesignSystem.Graph.Summary"
              values={{ nodes: visible.nodes.length, links: visible.edges.length, high }}
            />
            {missing > 0 ? (
              <>
                {' '}
                <span className="text-warning-text">
                  <FormattedMessage id="DesignSystem.Graph.LeftOut" values={{ count: missing }} />
                </span>
              </>
            ) : null}
            {graph.state.hidden.length > 0 ? (
              <>
                {' '}
                <FormattedMessage id="DesignSystem.Graph.HiddenCount" values={{ count: graph.state.hidden.length }} />
              </>
            ) : null}
          </p>
        }
        view={view}
        onViewChange={setView}
        layout={layout}
        onLayoutChange={setLayout}
        onArrange={places.rerun}
        canFindPath={commands.can.findPath}
        pathShown={path !== null}
        onPath={commands.findPath}
        onPng={
          pictured ? () => void engine.current?.png().then(blob => downloadFile(`${fileName}.png`, blob)) : undefined
        }
        onJson={() => downloadText(`${fileName}.json`, exported(), 'application/json')}
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
          {view === 'list' ? <GraphLegend graph={graph} inline /> : null}
          <div
            className={cn(
              'flex min-h-0 flex-1 overflow-auto',
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
                current={current}
                selected={chosen}
                path={path}
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
                <GraphTree
                  graph={graph}
                  label={label}
                  nameOf={nameOf}
                  current={current}
                  selected={chosen}
                  path={path}
                  onCurrentChange={move}
                  onOpen={open}
                  onActionKey={actionKey}
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
            onExpand={() => void commands.expand()}
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
  )
}
