import { useMemo, useState } from 'react'
import { type ColourContext, categoryOf, type GraphColour } from './appearance.ts'
import { clusterThreshold } from './clusters.ts'
import { findCommunities } from './communities.ts'
import type { Point } from './geometry.ts'
import {
  countDegrees,
  type GraphData,
  type GraphNode,
  type GraphNodeKind,
  nodeLimit,
  shortestPath,
} from './graph-model.ts'
import {
  addToGraph,
  type DisplayValues,
  type GraphState,
  initialGraphState,
  revealNodes,
  type TimePeriod,
  timelineCounts,
  toggleValue,
  type VisibleNode,
  visibleGraph,
} from './graph-state.ts'
import { createHistory, type History, pushState, redoStep, undoStep } from './history.ts'

export interface GraphExpansion extends GraphData {
  /** Number of neighbours that are still not loaded. */
  notLoaded?: number
  /** The same by kind. */
  notLoadedByKind?: NonNullable<GraphNode['moreByKind']>
}

export interface ExpandOptions {
  /** Only neighbours of these kinds. */
  kinds?: readonly GraphNodeKind[]
  /** The user has confirmed to walk through a hub. */
  hub?: boolean
}

interface ExpandRequest extends ExpandOptions {
  /** Ids of the nodes that the graph has; those that were undone are not among them. */
  present: readonly string[]
}

export type ExpandNode = (
  node: GraphNode,
  limit: number,
  request: ExpandRequest,
) => Promise<GraphExpansion> | GraphExpansion

export interface UseGraphOptions {
  limit?: number
  threshold?: number
  colour?: GraphColour
  /** Hides nodes for which it returns false. */
  isShown?: ((node: GraphNode) => boolean) | undefined
  /** How the graph is drawn, and what draws it in another way. */
  display?: { values: DisplayValues; apply: (values: DisplayValues) => void }
}

/** The data, the changes to it, and the visible result: the state that canvas and list share. */
export function useGraph(
  data: GraphData,
  { limit = nodeLimit, threshold = clusterThreshold, colour = 'band', isShown, display }: UseGraphOptions = {},
) {
  const [history, setHistory] = useState<History<GraphState>>(() => createHistory(initialGraphState))
  const state = history.present
  const loaded = useMemo(() => addToGraph(data, state.added, limit), [data, state.added, limit])
  const context = useMemo(() => colourContext(loaded), [loaded])
  const visible = useMemo(() => {
    const left = new Set(state.hiddenCategories)
    const legend = (node: GraphNode) =>
      left.size === 0 || !left.has(`${colour} ${categoryOf(node, colour, context) ?? ''}`)
    return visibleGraph(loaded, state, { threshold, isShown: node => legend(node) && (isShown?.(node) ?? true) })
  }, [loaded, state, threshold, colour, context, isShown])
  const degrees = useMemo(() => countDegrees(visible.edges), [visible])
  const times = useMemo(() => timelineCounts(loaded), [loaded])
  const byId = useMemo(() => new Map<string, VisibleNode>(visible.nodes.map(node => [node.id, node])), [visible])
  const change = (next: (state: GraphState) => GraphState) => setHistory(now => pushState(now, next(now.present)))
  /** Draws the graph as it was drawn in a state of the history, where a step from the present one changes that. */
  const applyDisplay = (target: GraphState | undefined) => {
    if (target?.display && target.display !== state.display) display?.apply(target.display)
  }

  return {
    state,
    loaded,
    visible,
    context,
    degrees,
    times,
    byId,
    omittedCount: loaded.omittedCount,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => {
      applyDisplay(history.past.at(-1))
      setHistory(undoStep)
    },
    redo: () => {
      applyDisplay(history.future[0])
      setHistory(redoStep)
    },
    change,
    /** Draws the graph in another way. The present state gets the display that undo returns to. */
    changeDisplay: (values: Partial<DisplayValues>) => {
      if (display === undefined) return
      const next = { ...display.values, ...values }
      setHistory(now =>
        pushState({ ...now, present: { ...now.present, display: display.values } }, { ...now.present, display: next }),
      )
      display.apply(next)
    },
    hide: (ids: readonly string[]) =>
      change(now => ({ ...now, hidden: [...now.hidden, ...ids.flatMap(id => byId.get(id)?.members ?? [id])] })),
    showAll: () =>
      change(now => ({
        ...now,
        hidden: [],
        collapsed: [],
        grouped: [],
        hiddenKinds: [],
        hiddenRelations: [],
        hiddenCategories: [],
        period: null,
      })),
    collapse: (id: string) =>
      change(now => (now.collapsed.includes(id) ? now : { ...now, collapsed: [...now.collapsed, id] })),
    expandBranch: (id: string) => change(now => ({ ...now, collapsed: now.collapsed.filter(entry => entry !== id) })),
    /** Successive steps of a handle are one entry of the history. */
    setPeriod: (period: TimePeriod | null) =>
      setHistory(now => {
        const before = now.past.at(-1)
        const next = { ...now.present, period }
        const moving =
          before !== undefined &&
          (Object.keys(before) as (keyof GraphState)[]).every(
            part => part === 'period' || before[part] === now.present[part],
          )
        return moving ? { ...now, present: next, future: [] } : pushState(now, next)
      }),
    group: (kind: GraphNode['kind']) => change(now => ({ ...now, grouped: toggleValue(now.grouped, kind) })),
    /** Shows the nodes of a cluster, and keeps them out of any other one. */
    openCluster: (members: readonly string[]) =>
      change(now => ({ ...now, opened: [...new Set([...now.opened, ...members])] })),
    /** Draws nodes by themselves that are in a cluster or a group. */
    reveal: (ids: readonly string[]) => change(now => revealNodes(now, loaded, ids)),
    closeClusters: () => change(now => (now.opened.length === 0 ? now : { ...now, opened: [] })),
    pin: (id: string, place: Point | null) =>
      change(now => {
        const { [id]: _gone, ...rest } = now.pinned
        return { ...now, pinned: place === null ? rest : { ...rest, [id]: place } }
      }),
    add: (id: string, { nodes, edges, notLoaded, notLoadedByKind = {} }: GraphExpansion) =>
      change(now => ({
        ...now,
        added: { nodes: [...now.added.nodes, ...nodes], edges: [...now.added.edges, ...edges] },
        notLoaded:
          notLoaded === undefined
            ? now.notLoaded
            : { ...now.notLoaded, [id]: { more: notLoaded, moreByKind: notLoadedByKind } },
      })),
    path: (from: string, to: string) => shortestPath(visible.edges, from, to),
  }
}

export type Graph = ReturnType<typeof useGraph>

/** What colours depend on: computed once per data, communities only when they are asked for. */
function colourContext(loaded: GraphData): ColourContext {
  const byId = new Map<string, VisibleNode>(loaded.nodes.map(node => [node.id, node]))
  const times = loaded.nodes.flatMap(({ time }) => (typeof time === 'number' && Number.isFinite(time) ? [time] : []))
  let communities: ReadonlyMap<string, number> | undefined
  return {
    communities: () => (communities ??= findCommunities(loaded)),
    latest: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    nodeOf: id => byId.get(id),
  }
}
