import { Button, belowMd, Callout, lazyPart, useAnnounce, useFormat, useMediaQuery } from '@assay/design-system'
import { GraphCanvas, type GraphHandle } from '@assay/design-system/graph'
import { dayIn, type GraphNode, graphLimits, monthsBefore } from '@assay/risk-service/contract'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { DetailsPanel } from '../panel/details-panel.tsx'
import { SelectionActs } from '../panel/selection-acts.tsx'
import { ShowPanel } from '../panel/show-panel.tsx'
import type { ExplorerStart, ExplorerState } from '../query/explorer-state.ts'
import type { FrozenPicture } from '../query/freeze-picture.ts'
import { GraphError } from '../query/graph-error.tsx'
import type { ExplorerChange } from '../query/use-explorer-address.ts'
import { useExplorerGraph } from '../query/use-explorer-graph.ts'
import type { RingSearch } from '../rings/found-rings.tsx'
import { RingBar } from '../rings/ring-bar.tsx'
import { ExplorerRail } from './explorer-rail.tsx'
import { LoadingState, NothingFound, PathProgress, StoppedState, TooLarge } from './graph-states.tsx'
import { focusIn, graphSelector, useQueryFocus } from './use-query-focus.ts'

const AttachDialog = lazyPart(() =>
  import('../panel/attach-dialog.tsx').then(module => ({ default: module.AttachDialog })),
)

interface ExplorerGraphProps {
  state: ExplorerState
  start: ExplorerStart
  /** What the query started from, in words. */
  title: string
  /** Called with the name of the node or ring that the query started from. */
  onNamed: (id: string, name: string) => void
  onShow: (change: ExplorerChange) => void
  onQuery: (part: Partial<ExplorerState>) => void
  /** Looks for rings among the events of some nodes. */
  onFindRings: (search: RingSearch) => void
  /** Above the kinds, at the start: the rings. */
  rail: ReactNode
}

/** The graph of one query with its panels, and every state that stands in for it. */
export function ExplorerGraph({
  state,
  start,
  title,
  onNamed,
  onShow,
  onQuery,
  onFindRings,
  rail,
}: ExplorerGraphProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { timeZone } = useFormat()
  const environment = useEnvironment()
  const wide = useMediaQuery('(width >= 1200px)')
  /** The panel covers the page: it opens on request alone. */
  const covers = useMediaQuery(belowMd)
  const [closed, setClosed] = useState(covers)
  useEffect(() => {
    // A page that is enlarged has no room beside the graph any more.
    if (covers) setClosed(true)
  }, [covers])
  const [frozen, setFrozen] = useState<FrozenPicture | null>(null)
  const can = useCan()
  const graph = useExplorerGraph({
    state,
    start,
    environmentId: environment.id,
    timeZone,
    onExpanded: (node, hub) =>
      onShow(({ expanded, walked }) => ({
        expanded: [...new Set([...expanded, node])],
        ...(hub ? { walked: [...new Set([...walked, node])] } : {}),
      })),
  })
  const { query, ring, found, nodes, data } = graph
  const selected = useMemo(() => [...state.selected], [state.selected])
  const open = (node: GraphNode) => onQuery({ start: { kind: 'node', node: node.id } })
  const root = data.nodes.find(node => node.root)
  useEffect(() => {
    if (root) onNamed(root.id, root.label)
  }, [root, onNamed])
  useEffect(() => {
    if (ring) {
      const { text: name, more } = ring.name
      onNamed(ring.id, intl.formatMessage({ id: 'Explorer.Ring.Name' }, { name, more }))
    }
  }, [ring, intl, onNamed])
  const select = (ids: readonly string[]) => {
    if (!covers) setClosed(false)
    onShow({ selected: ids })
  }
  const isDrawn = useCallback((node: string) => nodes.has(node), [nodes])
  const area = useRef<HTMLDivElement>(null)
  useQueryFocus(area, found !== undefined)
  /** The next selection is to be acted on: the focus goes to its acts, once they are those of the selection. */
  const isActing = useRef(false)
  useEffect(() => {
    if (!isActing.current) return
    isActing.current = false
    focusIn(area.current, '[data-slot="selection-acts"] button')
  }, [selected])
  const steps = graph.path.ids?.length
  useEffect(() => {
    if (steps !== undefined) announce(intl.formatMessage({ id: 'DesignSystem.Graph.PathFound' }, { count: steps - 1 }))
  }, [steps, graph.path.ids, announce, intl])
  const retry = query.refetch
  const beside = (content: ReactNode) => (
    <div className="flex min-h-0 min-w-0 flex-1">
      {wide ? <ExplorerRail>{rail}</ExplorerRail> : null}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{content}</div>
    </div>
  )
  if (found === undefined) {
    return beside(
      query.isFetching ? (
        <LoadingState onStop={graph.stop} />
      ) : query.error ? (
        <GraphError error={query.error} onRetry={retry} />
      ) : (
        <StoppedState onRetry={retry} />
      ),
    )
  }
  if (found.start === null) {
    const today = dayIn(Date.now(), timeZone)
    const widest = monthsBefore(today, graphLimits.months)
    return beside(
      <NothingFound
        query={title}
        dates={state.dates}
        onWiden={state.dates?.from === widest ? undefined : () => onQuery({ dates: { from: widest, to: today } })}
      />,
    )
  }
  const chosen = (handle: GraphHandle): GraphNode[] => {
    const ids = handle.selected.length > 0 ? handle.selected : handle.node ? [handle.node.id] : []
    return ids.flatMap(id => nodes.get(id) ?? [])
  }
  return (
    <div ref={area} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TooLarge found={found} nodes={nodes} />
      {start.kind === 'ring' && ring ? (
        <RingBar
          ring={ring}
          isDrawn={isDrawn}
          onSelect={members => {
            isActing.current = true
            setClosed(false)
            select(members)
          }}
        />
      ) : null}
      {query.error ? <GraphError error={query.error} onRetry={retry} /> : null}
      {graph.path.query.isFetching && !graph.path.query.isSuccess ? (
        <PathProgress
          onStop={() => {
            onShow({ path: null })
            focusIn(area.current, graphSelector)
          }}
        />
      ) : graph.path.query.isError ? (
        <Callout tone="danger" live className="shrink-0 rounded-none" onDismiss={() => onShow({ path: null })}>
          <GraphError
            error={graph.path.query.error}
            retry="Explorer.Path"
            onRetry={() => void graph.path.query.refetch()}
          />
        </Callout>
      ) : graph.path.query.isSuccess && graph.path.ids === undefined ? (
        <Callout live className="shrink-0 rounded-none" onDismiss={() => onShow({ path: null })}>
          <FormattedMessage id="Explorer.Path.None" values={{ count: graphLimits.steps }} />
        </Callout>
      ) : null}
      <GraphCanvas
        className="min-h-[20rem] flex-1 max-md:min-h-fit"
        label={intl.formatMessage({ id: 'Explorer.GraphOf' }, { query: title })}
        data={data}
        {...(graph.matches ? { matches: graph.matches } : {})}
        fileName="assay-graph"
        {...(can('notes', 'write')
          ? {
              exportAction: {
                label: intl.formatMessage({ id: 'Explorer.Attach' }),
                onSelect: places => setFrozen(graph.freeze(places)),
              },
            }
          : {})}
        expandLimit={graphLimits.expansion}
        onExpand={graph.expand}
        canOpen={node => nodes.has(node.id) && !node.root}
        onNodeOpen={node => {
          const stored = nodes.get(node.id)
          if (stored) open(stored)
        }}
        selected={selected}
        onSelectedChange={select}
        {...(graph.path.ids ? { path: graph.path.ids } : {})}
        onPathClear={() => onShow({ path: null })}
        {...(state.view === null ? {} : { view: state.view })}
        onViewChange={view => onShow({ view })}
        layout={state.layout}
        onLayoutChange={layout => onShow({ layout })}
        colour={state.colour}
        onColourChange={colour => onShow({ colour })}
        size={state.size}
        onSizeChange={size => onShow({ size })}
        startPanel={handle =>
          wide ? (
            <ExplorerRail>
              {rail}
              <ShowPanel graph={handle} />
            </ExplorerRail>
          ) : null
        }
        endPanel={handle =>
          closed ? null : (
            <DetailsPanel
              graph={handle}
              node={handle.node ? nodes.get(handle.node.id) : undefined}
              onQuery={open}
              onClose={() => {
                setClosed(true)
                if (!covers) focusIn(area.current, graphSelector)
              }}
              acts={
                <SelectionActs
                  view={graph.view}
                  nodes={chosen(handle)}
                  selected={handle.selected.length > 0}
                  onChanged={retry}
                  onFindRings={nodes => {
                    if (covers) setClosed(true)
                    onFindRings({ ...graph.view, nodes })
                  }}
                />
              }
            />
          )
        }
      />
      {covers ? (
        <div className="sticky inset-be-0 shrink-0 border-bs border-line bg-surface px-4 py-2">
          <Button className="w-full" onClick={() => setClosed(false)}>
            <FormattedMessage id="Explorer.OpenPanel" />
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {frozen === null ? null : (
          <AttachDialog
            environmentId={environment.id}
            cases={frozen.nodes.flatMap(node => node.case ?? [])}
            picture={frozen}
            onClose={() => setFrozen(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
