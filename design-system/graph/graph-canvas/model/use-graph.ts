import { useMemo, useState } from 'react'
import type { Point } from './geometry.ts'
import { countDegrees, type GraphData, type GraphNode, nodeLimit, shortestPath } from './graph-model.ts'
import {
  addToGraph,
  type GraphState,
  initialGraphState,
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
}

export type ExpandNode = (node: GraphNode, limit: number) => Promise<GraphExpansion> | GraphExpansion

/** The data, the changes to it, and the visible result: the state that canvas and list share. */
export function useGraph(data: GraphData, limit = nodeLimit) {
  const [history, setHistory] = useState<History<GraphState>>(() => createHistory(initialGraphState))
  const state = history.present
  const loaded = useMemo(() => addToGraph(data, state.added, limit), [data, state.added, limit])
  const visible = useMemo(() => visibleGraph(loaded, state), [loaded, state])
  const degrees = useMemo(() => countDegrees(visible.edges), [visible])
  const times = useMemo(() => timelineCounts(loaded), [loaded])
  const byId = useMemo(() => new Map<string, VisibleNode>(visible.nodes.map(node => [node.id, node])), [visible])
  const change = (next: (state: GraphState) => GraphState) => setHistory(now => pushState(now, next(now.present)))

  return {
    state,
    loaded,
    visible,
    degrees,
    times,
    byId,
    omittedCount: loaded.omittedCount,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undoStep),
    redo: () => setHistory(redoStep),
    change,
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
    pin: (id: string, place: Point | null) =>
      change(now => {
        const { [id]: _gone, ...rest } = now.pinned
        return { ...now, pinned: place === null ? rest : { ...rest, [id]: place } }
      }),
    add: (id: string, { nodes, edges, notLoaded }: GraphExpansion) =>
      change(now => ({
        ...now,
        added: { nodes: [...now.added.nodes, ...nodes], edges: [...now.added.edges, ...edges] },
        notLoaded: notLoaded === undefined ? now.notLoaded : { ...now.notLoaded, [id]: notLoaded },
      })),
    path: (from: string, to: string) => shortestPath(visible.edges, from, to),
  }
}

export type Graph = ReturnType<typeof useGraph>
