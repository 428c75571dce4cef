import type { ExpandNode, GraphData, NodePosition } from '@assay/design-system/graph'
import {
  type GraphExpansion,
  type GraphNeighbourhood,
  type GraphNode,
  type GraphPicture,
  graphLimits,
  graphNodeTypes,
  type RingDetail,
} from '@assay/risk-service/contract'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api, client } from '../../../platform/api/client.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { countsByKind, kindOf, toGraphData } from '../../../platform/graph/graph-data.ts'
import { requestFilter } from './explorer-filters.ts'
import type { ExplorerStart, ExplorerState } from './explorer-state.ts'
import { freezePicture } from './freeze-picture.ts'
import { ringOrigin } from './ring-origin.ts'

/** What every request of a picture is about. */
export function viewInput(state: ExplorerState, environmentId: string, timeZone: string) {
  return {
    environmentId,
    timeZone,
    ...(state.dates ? { dates: state.dates } : {}),
    filter: requestFilter(state.filters),
    walk: state.walked.slice(-graphLimits.walked),
  }
}

/** The last page of neighbours of a node: where the next begins, the nodes that it added, and what it left. */
interface LoadedPage {
  cursor: string
  ids: readonly string[]
  left: GraphNode['moreByType']
}

/** The neighbours of a node, and the node itself. */
interface ExpandedPicture extends GraphPicture {
  of: string | undefined
}

/**
 * Neighbours of a node that are still not loaded. The service counts them from the events of one page: what earlier
 * pages brought is known here.
 */
function leftOf(
  answer: GraphExpansion,
  fresh: GraphNode | undefined,
  { ids, before, whole }: { ids: readonly string[]; before: GraphNode['moreByType'] | undefined; whole: boolean },
): GraphNode['moreByType'] {
  if (whole && answer.nextCursor === null) return {}
  if (before === undefined) return fresh?.moreByType ?? {}
  const added = answer.nodes.filter(({ id }) => ids.includes(id))
  return Object.fromEntries(
    graphNodeTypes.flatMap(type => {
      const left = (before[type] ?? 0) - added.filter(node => node.type === type).length
      return left > 0 ? [[type, left]] : []
    }),
  )
}

interface ExplorerGraphOptions {
  state: ExplorerState
  start: ExplorerStart
  environmentId: string
  timeZone: string
  /** Called with the nodes that were expanded, and the hubs that were walked through. */
  onExpanded: (node: string, hub: boolean) => void
}

/** The graph of a query: its neighbourhood, what was expanded when the page was opened, and a path that was asked for. */
export function useExplorerGraph({ state, start, environmentId, timeZone, onExpanded }: ExplorerGraphOptions) {
  const queries = useQueryClient()
  const name = useAssessmentName()
  // The address changes while nodes are expanded; the picture has them already.
  const [opened] = useState(() => ({ walked: state.walked, expanded: state.expanded }))
  const openedView = useMemo(
    () => viewInput({ ...state, walked: opened.walked }, environmentId, timeZone),
    [state.dates, state.filters, opened, environmentId, timeZone],
  )
  const view = useMemo(
    () => viewInput(state, environmentId, timeZone),
    [state.dates, state.filters, state.walked, environmentId, timeZone],
  )
  const isRing = start.kind === 'ring'
  const ringOptions = api.rings.get.queryOptions({
    input: { environmentId, ringId: isRing ? start.ring : '' },
    enabled: isRing,
    staleTime: 60_000,
  })
  const ringQuery = useQuery(ringOptions)
  const ring = ringQuery.data as RingDetail | undefined
  const origin = useMemo(() => (start.kind !== 'ring' ? { start } : ring && ringOrigin(ring)), [start, ring])
  const fades = state.fades && state.filters.length > 0
  const neighbourhood = (filter: typeof openedView.filter, enabled: boolean) =>
    api.graph.neighbourhood.queryOptions({
      input: { ...openedView, filter, ...(origin ?? { start: { kind: 'nodes', nodes: [] } }) },
      enabled: enabled && origin !== undefined,
      staleTime: 60_000,
    })
  const options = neighbourhood(fades ? {} : openedView.filter, true)
  // Whether the others are drawn pale is another question to the service, and no reason to begin the picture anew.
  const graphQuery = useQuery({ ...options, placeholderData: keepPreviousData })
  /** What the filters leave, while the others are drawn pale. */
  const filteredOptions = neighbourhood(openedView.filter, fades)
  const filteredQuery = useQuery(filteredOptions)
  const filtered = filteredQuery.data as GraphNeighbourhood | undefined
  const waiting = isRing && origin === undefined ? ringQuery : graphQuery
  const found = graphQuery.data as GraphNeighbourhood | undefined
  const replayed = useQueries({
    queries: opened.expanded.map(node =>
      api.graph.expand.queryOptions({ input: { ...openedView, node, present: [] }, enabled: found !== undefined }),
    ),
    combine: results =>
      results.flatMap(({ data }, index): ExpandedPicture[] =>
        data ? [{ ...(data as GraphPicture), of: opened.expanded[index] }] : [],
      ),
  })
  const [from, to] = state.path ?? []
  const path = useQuery(
    api.graph.path.queryOptions({
      input: { ...view, from: from ?? '', to: to ?? '' },
      enabled: from !== undefined && to !== undefined,
    }),
  )
  const [expanded, setExpanded] = useState<readonly ExpandedPicture[]>([])
  const pages = useRef(new Map<string, LoadedPage>())

  const pictures = useMemo(
    () => [...(found ? [found] : []), ...replayed, ...(path.data ? [path.data as GraphPicture] : [])],
    [found, replayed, path.data],
  )
  const toData = (all: readonly Pick<GraphPicture, 'nodes' | 'edges'>[]) =>
    toGraphData(
      {
        nodes: [...new Map(all.flatMap(({ nodes }) => nodes.map(node => [node.id, node] as const))).values()],
        edges: all.flatMap(({ edges }) => edges),
      },
      { root: found?.start ?? null, nameOf: key => name(key) },
    )
  const data: GraphData = useMemo(() => toData(pictures), [pictures, name])
  /** The nodes as the service describes them, with the newest figures. */
  const nodes: ReadonlyMap<string, GraphNode> = useMemo(
    () => new Map([...pictures, ...expanded].flatMap(({ nodes }) => nodes.map(node => [node.id, node] as const))),
    [pictures, expanded],
  )
  const matches = useMemo(() => {
    if (!fades || filtered === undefined) return undefined
    // Neighbours are loaded with the filters, so that they match; the node itself is in its expansion in any case.
    const neighbours = [...replayed, ...expanded].flatMap(({ of, nodes }) => nodes.filter(({ id }) => id !== of))
    const ids = new Set([...filtered.nodes, ...neighbours].map(({ id }) => id))
    return ({ id }: { id: string }) => ids.has(id)
  }, [fades, filtered, replayed, expanded])
  const expand: ExpandNode = async (node, limit, { kinds, hub, present }) => {
    const type = kinds === undefined ? undefined : graphNodeTypes.find(each => kindOf[each] === kinds[0])
    const key = `${node.id} ${type ?? ''}`
    const page = pages.current.get(key)
    // Undone: what the page brought is loaded again.
    const isUndone = page !== undefined && page.ids.length > 0 && !page.ids.some(id => present.includes(id))
    const answer = await client.graph.expand({
      ...view,
      walk: hub ? [...view.walk, node.id].slice(-graphLimits.walked) : view.walk,
      node: node.id,
      ...(type === undefined ? {} : { type }),
      ...(page === undefined || isUndone ? {} : { cursor: page.cursor }),
      present: present.slice(0, graphLimits.nodes),
      limit: Math.min(limit, graphLimits.expansion),
    })
    const ids = answer.nodes.flatMap(({ id }) => (present.includes(id) ? [] : [id]))
    const fresh = answer.nodes.find(({ id }) => id === node.id) as GraphNode | undefined
    const before = page === undefined || isUndone ? undefined : page.left
    const left = leftOf(answer as GraphExpansion, fresh, { ids, before, whole: type === undefined })
    if (answer.nextCursor === null) pages.current.delete(key)
    else pages.current.set(key, { cursor: answer.nextCursor, ids, left })
    setExpanded(now => [...now, { ...(answer as GraphPicture), of: node.id }])
    onExpanded(node.id, hub === true)
    const added = toData([answer as GraphPicture])
    // Of a BIN or a network only the number is known.
    const counted = Object.keys(fresh?.moreByType ?? {}).length > 0 || fresh?.more === 0
    const total = Object.values(left).reduce((sum, count) => sum + count, 0)
    const isWhole = type === undefined && answer.nextCursor === null
    return {
      ...added,
      notLoaded: counted || isWhole ? total : (fresh?.more ?? 0),
      notLoadedByKind: countsByKind(left),
    }
  }
  return {
    /** The ring of the start, as soon as it is there. */
    ring,
    /** What is read now: the ring, then its graph, and what the filters leave of it. */
    query: {
      isFetching: waiting.isFetching,
      error: waiting.error ?? (fades ? filteredQuery.error : null),
      refetch: () => {
        void waiting.refetch()
        if (fades && origin !== undefined) void filteredQuery.refetch()
      },
    },
    /** Ends the request that is under way. */
    stop: () => {
      for (const { queryKey } of [options, filteredOptions, ringOptions]) void queries.cancelQueries({ queryKey })
    },
    found,
    data,
    nodes,
    matches,
    expand,
    view,
    /** The picture as it is now, to be kept: nodes and edges as the service described them, at their places. */
    freeze: (places: readonly NodePosition[]) => freezePicture([...pictures, ...expanded], nodes, places, state.dates),
    path: { query: path, ids: (path.data?.paths[0] ?? undefined) as readonly string[] | undefined },
  }
}
