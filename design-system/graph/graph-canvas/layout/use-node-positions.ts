import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NodePosition, Point } from '../model/geometry.ts'
import type { GraphData } from '../model/graph-model.ts'
import type { Graph } from '../model/use-graph.ts'
import type { ForceTask } from './force-layout.ts'
import { separateLabels } from './label-spacing.ts'
import { computeLayout, type GraphLayout, type NodePositions } from './layouts.ts'
import { placesOfNewNodes } from './new-nodes.ts'

interface PositionOptions {
  /** Where nodes are at first, in place of the layout. */
  given: ReadonlyMap<string, Point> | undefined
  /** Called with all places; `whole`: the picture is arranged anew. */
  onPlaced: (places: NodePositions, whole: boolean) => void
}

/**
 * Positions of all nodes: the given ones or the chosen layout, then dragged, pinned or added nodes. The force layout is
 * computed in a worker.
 */
export function useNodePositions(
  data: GraphData,
  graph: Graph,
  layout: GraphLayout,
  { given, onPlaced }: PositionOptions,
) {
  // One map for the life of the component: positions survive filters, groups and layouts.
  const [places] = useState<NodePositions>(() =>
    given === undefined
      ? computeLayout(graph.visible, layout === 'force' ? 'concentric' : layout)
      : placesAround(given, graph.visible),
  )
  /** The given places hold until another layout is chosen. */
  const [givenFor] = useState({ data, layout, given })
  const worker = useRef<Worker>(null)
  // The first draft of the force layout is what the positions begin with.
  const sketched = useRef<GraphData>(layout === 'force' ? data : null)
  const [isArranging, setIsArranging] = useState(false)
  const [run, setRun] = useState(0)
  const [base, setBase] = useState(data)

  // New data is arranged again; an expansion, fold or filter preserves the picture that a person remembers.
  if (base !== data && !sameRoots(base.nodes, data.nodes)) setBase(data)

  const publish = useEffectEvent((next: NodePositions, whole: boolean) => {
    for (const [id, place] of Object.entries(graph.state.pinned)) if (next.has(id)) next.set(id, place)
    for (const [id, place] of next) places.set(id, place)
    onPlaced(places, whole)
  })

  const arrange = useEffectEvent(() => {
    const { nodes, edges } = graph.visible
    if (givenFor.given !== undefined && base === givenFor.data && layout === givenFor.layout && run === 0) {
      publish(places, true)
      return undefined
    }
    if (layout !== 'force' || nodes.length < 3) {
      sketched.current = base
      publish(computeLayout({ nodes, edges }, layout === 'force' ? 'concentric' : layout), true)
      return undefined
    }
    // A usable draft until the better picture is computed.
    if (sketched.current !== base) publish(computeLayout({ nodes, edges }, 'concentric'), true)
    sketched.current = base
    const order = new Map(nodes.map((node, i) => [node.id, i]))
    const task: ForceTask = {
      ids: nodes.map(node => node.id),
      links: edges.map(({ source, target }) => [order.get(source) ?? 0, order.get(target) ?? 0] as const),
      pinned: Object.entries(graph.state.pinned).map(([id, place]) => ({ id, place })),
    }
    const helper = new Worker(new URL('./force-layout.worker.ts', import.meta.url), { type: 'module' })
    worker.current = helper
    const end = () => {
      helper.terminate()
      if (worker.current === helper) {
        worker.current = null
        setIsArranging(false)
      }
    }
    helper.addEventListener('message', (event: MessageEvent<Float64Array>) => {
      const found: NodePositions = new Map(
        task.ids.map((id, i) => [id, { x: event.data[2 * i] ?? 0, y: event.data[2 * i + 1] ?? 0 }]),
      )
      end()
      separateLabels(nodes, found)
      publish(found, true)
    })
    helper.addEventListener('error', end)
    setIsArranging(true)
    helper.postMessage(task)
    return end
  })

  useEffect(() => arrange(), [base, layout, run])

  /** New nodes of an expansion and groups are placed without moving anything else. */
  const placeNewNodes = () => {
    for (const [id, place] of placesOfNewNodes(places, graph.visible)) places.set(id, place)
    return places
  }

  return {
    isArranging,
    placeNewNodes,
    positionOf: (id: string) => places.get(id),
    setPosition: (id: string, place: Point) => places.set(id, place),
    rerun: () => setRun(now => now + 1),
    stop: () => {
      worker.current?.terminate()
      worker.current = null
      setIsArranging(false)
    },
  }
}

/** The given places of nodes, and those of clusters and of nodes that have none, beside them. */
function placesAround(given: ReadonlyMap<string, Point>, visible: Graph['visible']): NodePositions {
  const places: NodePositions = new Map(given)
  for (const { id, members } of visible.nodes) {
    const place = members?.map(member => given.get(member)).find(each => each !== undefined)
    if (place && !places.has(id)) places.set(id, place)
  }
  for (const [id, place] of placesOfNewNodes(places, visible)) places.set(id, place)
  return places
}

/** All drawn nodes with their places; the nodes of a cluster are at its place. */
export function placedNodes({ visible }: Graph, positions: ReturnType<typeof useNodePositions>): NodePosition[] {
  const places = positions.placeNewNodes()
  return visible.nodes.flatMap(({ id, members }) => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 }
    return (members ?? [id]).map(member => ({ id: member, x, y }))
  })
}

/** True while the initial data is still part of it, with or without new nodes. */
function sameRoots(before: readonly { id: string }[], after: readonly { id: string }[]): boolean {
  return after.length >= before.length && before.every((node, i) => after[i]?.id === node.id)
}
