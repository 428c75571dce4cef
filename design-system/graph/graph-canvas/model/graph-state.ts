import { clusterNodes, clusterOf } from './clusters.ts'
import type { Point } from './geometry.ts'
import {
  edgesBetween,
  findBranch,
  type GraphData,
  type GraphEdge,
  type GraphNode,
  type GraphNodeKind,
  type GraphRelation,
  nodeKinds,
  normaliseGraph,
} from './graph-model.ts'
import { mergeEdges } from './merged-edges.ts'

export type TimePeriod = readonly [from: number, to: number]

/** Names of the layout, of what the colour stands for, and of what the size stands for. */
export type DisplayValues = Readonly<Record<'layout' | 'colour' | 'size', string>>

/** Changes by the user: one entry of the history. */
export interface GraphState {
  /** Loaded neighbours. */
  added: GraphData
  /** Neighbours of a node that are still not loaded, as reported by its last expansion. */
  notLoaded: Readonly<Record<string, Required<Pick<GraphNode, 'more' | 'moreByKind'>>>>
  hidden: readonly string[]
  /** Nodes with a folded branch, in the order of folding. */
  collapsed: readonly string[]
  pinned: Readonly<Record<string, Point>>
  /** Kinds drawn as one node each. */
  grouped: readonly GraphNodeKind[]
  hiddenKinds: readonly GraphNodeKind[]
  hiddenRelations: readonly GraphRelation[]
  /** Categories of the colour that are left out, each as `colour category`. */
  hiddenCategories: readonly string[]
  /** Nodes of opened clusters. */
  opened: readonly string[]
  period: TimePeriod | null
  /** How the graph was drawn when that was changed; null: before the first such change. */
  display: DisplayValues | null
}

export const initialGraphState: GraphState = {
  added: { nodes: [], edges: [] },
  notLoaded: {},
  hidden: [],
  collapsed: [],
  pinned: {},
  grouped: [],
  hiddenKinds: [],
  hiddenRelations: [],
  hiddenCategories: [],
  opened: [],
  period: null,
  display: null,
}

export interface VisibleNode extends GraphNode {
  /** Nodes of this node, when it is a group or a cluster. */
  members?: readonly string[]
  /** Number of nodes folded behind it. */
  held?: number
}

export interface VisibleGraph {
  nodes: readonly VisibleNode[]
  edges: readonly GraphEdge[]
  /** Nodes per kind before the filters: the counts of the legend. */
  kinds: ReadonlyMap<GraphNodeKind, number>
  relations: ReadonlySet<GraphRelation>
}

export const groupId = (kind: GraphNodeKind): string => `group ${kind}`

/** Whether an id is that of a node of the data, and of no group or cluster. */
export const isSingleNode = (id: string): boolean => !/^(?:group|cluster) /.test(id)

/** Ids of the visible nodes that are none of the matching ones; a cluster, if it has none of them. Null: all match. */
export function unmatchedNodes(
  nodes: readonly VisibleNode[],
  matching: readonly { id: string }[] | null,
): ReadonlySet<string> {
  if (matching === null) return new Set()
  const ids = new Set(matching.map(({ id }) => id))
  return new Set(nodes.flatMap(({ id, members }) => ((members ?? [id]).some(each => ids.has(each)) ? [] : [id])))
}

/** A list with a value toggled: added or removed. */
export function toggleValue<T>(list: readonly T[], value: T): readonly T[] {
  return list.includes(value) ? list.filter(entry => entry !== value) : [...list, value]
}

/**
 * Takes nodes out of their clusters, and ends the groups of their kinds. Where that does not show them, the user has left
 * them out: then their kinds are shown again, the whole period, and every folded branch.
 */
export function revealNodes(state: GraphState, data: GraphData, ids: readonly string[]): GraphState {
  const wanted = data.nodes.filter(({ id }) => ids.includes(id))
  const kinds = new Set(wanted.map(({ kind }) => kind))
  const apart: GraphState = {
    ...state,
    opened: [...new Set([...state.opened, ...ids])],
    grouped: state.grouped.filter(kind => !kinds.has(kind)),
  }
  const shown = new Set(visibleGraph(data, apart).nodes.map(({ id }) => id))
  if (wanted.every(({ id }) => shown.has(id))) return apart
  return {
    ...apart,
    hidden: state.hidden.filter(id => !ids.includes(id)),
    hiddenKinds: state.hiddenKinds.filter(kind => !kinds.has(kind)),
    collapsed: [],
    period: null,
  }
}

const isWithinPeriod = (time: number | null | undefined, period: TimePeriod | null) =>
  period === null ||
  time === null ||
  time === undefined ||
  !Number.isFinite(time) ||
  (time >= period[0] && time <= period[1])

/** Data with nodes and links loaded on demand. */
export function addToGraph(data: GraphData, added: GraphData, limit: number) {
  return normaliseGraph(
    added.nodes.length === 0 && added.edges.length === 0
      ? data
      : { nodes: [...data.nodes, ...added.nodes], edges: [...data.edges, ...added.edges] },
    limit,
  )
}

export interface VisibleOptions {
  /** More nodes of one type than this around a node are one cluster. */
  threshold?: number
  /** Whether a node is shown: the legend of the colour, and a filter that hides. */
  isShown?: (node: GraphNode) => boolean
}

/** The visible graph: filters first, then folded branches, groups, and clusters. */
export function visibleGraph(
  data: GraphData,
  state: GraphState,
  { threshold = Number.POSITIVE_INFINITY, isShown = () => true }: VisibleOptions = {},
): VisibleGraph {
  const kinds = new Map<GraphNodeKind, number>()
  for (const kind of nodeKinds) {
    const count = data.nodes.filter(node => node.kind === kind).length
    if (count > 0) kinds.set(kind, count)
  }
  const relations = new Set(data.edges.map(edge => edge.relation))
  const hidden = new Set(state.hidden)
  const root = data.nodes.find(node => node.root)?.id
  let nodes: VisibleNode[] = data.nodes
    .filter(
      node =>
        !hidden.has(node.id) &&
        !state.hiddenKinds.includes(node.kind) &&
        isWithinPeriod(node.time, state.period) &&
        isShown(node),
    )
    .map(node => (state.notLoaded[node.id] === undefined ? node : { ...node, ...state.notLoaded[node.id] }))
  let edges = edgesBetween(
    nodes,
    data.edges.filter(
      edge => !state.hiddenRelations.includes(edge.relation) && isWithinPeriod(edge.time, state.period),
    ),
  )
  for (const id of state.collapsed) {
    const branch = new Set(findBranch(edges, id, root))
    if (branch.size === 0) continue
    nodes = nodes
      .filter(node => !branch.has(node.id))
      .map(node => (node.id === id ? { ...node, held: branch.size } : node))
    edges = edgesBetween(nodes, edges)
  }
  const grouped = groupNodes(nodes, edges, state.grouped)
  const clustered = clusterNodes(grouped.nodes, grouped.edges, { threshold, opened: new Set(state.opened) })
  return { ...clustered, kinds, relations }
}

/** One node for all of a kind but the root; links that become equal are merged. */
function groupNodes(
  nodes: readonly VisibleNode[],
  edges: readonly GraphEdge[],
  wanted: readonly GraphNodeKind[],
): Pick<VisibleGraph, 'nodes' | 'edges'> {
  const standIn = new Map<string, string>()
  const groups: VisibleNode[] = []
  for (const kind of wanted) {
    const members = nodes.filter(node => node.kind === kind && !node.root)
    if (members.length < 2) continue
    for (const member of members) standIn.set(member.id, groupId(kind))
    const { typeName: _typeName, ...group } = clusterOf(groupId(kind), members)
    groups.push(group)
  }
  return groups.length === 0
    ? { nodes, edges }
    : { nodes: [...nodes.filter(node => !standIn.has(node.id)), ...groups], edges: mergeEdges(edges, standIn) }
}

/** First and last moment of the data, and how many nodes were first seen in each of `bins` equal parts. */
export function timelineCounts(
  data: GraphData,
  bins = 60,
): { from: number; to: number; counts: readonly number[] } | null {
  const times = data.nodes.flatMap(({ time }) => (typeof time === 'number' && Number.isFinite(time) ? [time] : []))
  if (times.length < 2) return null
  const from = times.reduce((a, b) => Math.min(a, b))
  const to = times.reduce((a, b) => Math.max(a, b))
  if (from === to) return null
  const counts = Array.from({ length: bins }, () => 0)
  for (const time of times) {
    const at = Math.min(bins - 1, Math.floor(((time - from) / (to - from)) * bins))
    counts[at] = (counts[at] ?? 0) + 1
  }
  return { from, to, counts }
}
