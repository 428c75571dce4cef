import { type KeyboardEvent, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../../lib/announcer.tsx'
import { missingMark } from '../../../lib/marks.ts'
import type { useNodePositions } from '../layout/use-node-positions.ts'
import type { GraphEdge, GraphNode } from '../model/graph-model.ts'
import { groupId, type VisibleNode } from '../model/graph-state.ts'
import { kindStyles } from '../model/kind-styles.ts'
import type { ExpandNode, ExpandOptions, useGraph } from '../model/use-graph.ts'
import { useEdgeSelection } from './use-edge-selection.ts'
import { useHistoryCommands } from './use-history-commands.ts'

interface GraphCommandOptions {
  graph: ReturnType<typeof useGraph>
  places: ReturnType<typeof useNodePositions>
  selected: readonly string[]
  onSelectedChange: (ids: readonly string[]) => void
  onNodeOpen: ((node: GraphNode) => void) | undefined
  canOpen: ((node: GraphNode) => boolean) | undefined
  onExpand: ExpandNode | undefined
  expandLimit: number
  /** A path from elsewhere. */
  givenPath: readonly string[] | undefined
  onPathClear: (() => void) | undefined
  onCurrentChange: ((id: string) => void) | undefined
  selectedEdge: GraphEdge | null | undefined
  onEdgeSelect: ((edge: GraphEdge) => void) | undefined
}

const isGroup = (node: VisibleNode) => node.id === groupId(node.kind)

/** The visible nodes of a selection: a cluster, if all its nodes are selected. */
function chosenAmong(nodes: readonly VisibleNode[], selected: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(selected)
  const isChosen = ({ id, members }: VisibleNode) =>
    wanted.has(id) || (members?.every(member => wanted.has(member)) ?? false)
  const found = new Set(nodes.flatMap(node => (isChosen(node) ? [node.id] : [])))
  // In the order of the selection: a path begins at what was selected first.
  return new Set([...selected.filter(id => found.has(id)), ...found])
}

/** The selected nodes that are in a cluster with others. */
function partOfClusters(nodes: readonly VisibleNode[], selected: readonly string[]): string[] {
  const wanted = new Set(selected)
  return nodes.flatMap(({ id, members = [] }) => {
    const own = members.filter(member => wanted.has(member))
    return wanted.has(id) || own.length === members.length ? [] : own
  })
}

/** All commands on a graph, the same from canvas, list, buttons and keys: each announces its result. */
export function useGraphCommands({
  graph,
  places,
  selected,
  onSelectedChange,
  onNodeOpen,
  canOpen,
  onExpand,
  expandLimit,
  givenPath,
  onPathClear,
  onCurrentChange,
  selectedEdge,
  onEdgeSelect,
}: GraphCommandOptions) {
  const intl = useIntl()
  const announce = useAnnounce()
  const history = useHistoryCommands(graph)
  const [wanted, setWanted] = useState<string | null>(null)
  const [path, setPath] = useState<readonly string[] | null>(null)
  const [base, setBase] = useState<readonly string[] | undefined>()
  const [shown, setShown] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  /** The hub that a user is asked about. */
  const [hub, setHub] = useState<string | null>(null)

  const { visible, byId, degrees } = graph
  if (base !== givenPath) {
    setBase(givenPath)
    setPath(givenPath ?? null)
    if (givenPath?.some(id => !byId.has(id))) graph.reveal(givenPath)
  }
  if (shown !== selected) {
    setShown(selected)
    const strays = partOfClusters(visible.nodes, selected)
    if (strays.length > 0) graph.reveal(strays)
  }
  const chosen = useMemo(() => chosenAmong(visible.nodes, selected), [selected, visible])
  const current =
    wanted !== null && byId.has(wanted)
      ? wanted
      : ([...chosen][0] ?? visible.nodes.find(node => node.root)?.id ?? visible.nodes[0]?.id ?? null)
  const node = current === null ? undefined : byId.get(current)
  const way = path?.every(id => byId.has(id)) ? path : null
  const ends = [...chosen]
  const say = (id: string, values: Record<string, string | number> = {}) => announce(intl.formatMessage({ id }, values))
  const typeOf = (entry: VisibleNode) => entry.typeName ?? intl.formatMessage({ id: kindStyles[entry.kind].one })
  const nameOf = (entry: VisibleNode) =>
    entry.members
      ? isGroup(entry)
        ? intl.formatMessage(
            { id: 'DesignSystem.Graph.GroupName' },
            { kind: intl.formatMessage({ id: kindStyles[entry.kind].many }), count: entry.members.length },
          )
        : intl.formatMessage(
            { id: 'DesignSystem.Graph.ClusterName' },
            { type: typeOf(entry), count: entry.members.length },
          )
      : entry.label.trim() === ''
        ? missingMark
        : entry.label

  const edges = useEdgeSelection({ graph, current, nameOf, selectedEdge, onEdgeSelect })
  const move = (id: string) => {
    setWanted(id)
    const entry = byId.get(id)
    if (!entry) return
    onCurrentChange?.(id)
    say('DesignSystem.Graph.NodeReadOut', {
      kind: entry.members ? '' : typeOf(entry),
      hub: entry.hub ? 'yes' : 'no',
      label: nameOf(entry),
      count: degrees.get(id) ?? 0,
      scored: typeof entry.score === 'number' ? 'yes' : 'no',
      score: entry.score ?? 0,
    })
  }
  const select = (ids: readonly string[], extend: boolean) => {
    const next = !extend
      ? ids
      : ids.length === 1 && ids.every(id => chosen.has(id))
        ? [...chosen].filter(id => !ids.includes(id))
        : [...new Set([...chosen, ...ids])]
    onSelectedChange(next)
    if (next.length !== 1 || extend) say('DesignSystem.Graph.Selected', { count: next.length })
  }
  const ungroup = (entry: VisibleNode) => {
    if (isGroup(entry)) return graph.group(entry.kind)
    graph.openCluster(entry.members ?? [])
    setWanted(entry.members?.[0] ?? null)
    say('DesignSystem.Graph.ClusterOpened', { name: nameOf(entry) })
  }
  const isOpenable = (entry: VisibleNode) => entry.members !== undefined || (canOpen?.(entry) ?? true)
  const open = (id: string) => {
    const entry = byId.get(id)
    if (entry?.members) ungroup(entry)
    else if (entry && isOpenable(entry)) onNodeOpen?.(entry)
  }
  const canExpand =
    node !== undefined &&
    (node.members !== undefined || node.held !== undefined || (onExpand !== undefined && node.more !== 0))
  const expand = async (options: ExpandOptions = {}) => {
    if (!node || !canExpand || busy !== null) return
    if (node.members) return ungroup(node)
    if (node.held !== undefined) return graph.expandBranch(node.id)
    if (node.hub && !options.hub) return setHub(node.id)
    setHub(null)
    setFailed(null)
    setBusy(node.id)
    try {
      const found = await onExpand?.(node, expandLimit, {
        ...options,
        present: graph.loaded.nodes.map(({ id }) => id),
      })
      if (!found) return
      const fresh = found.nodes
        .filter(entry => !graph.loaded.nodes.some(existing => existing.id === entry.id))
        .slice(0, expandLimit)
      const cut =
        found.nodes.filter(entry => !graph.loaded.nodes.some(existing => existing.id === entry.id)).length -
        fresh.length
      graph.add(node.id, { ...found, nodes: fresh, notLoaded: (found.notLoaded ?? 0) + cut })
      say('DesignSystem.Graph.Expanded', { count: fresh.length, left: (found.notLoaded ?? 0) + cut })
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
    const ids =
      chosen.size > 0 && current !== null && chosen.has(current) ? [...chosen] : current === null ? [] : [current]
    if (ids.length === 0) return
    const nextTo = visible.edges
      .flatMap(({ source, target }) => (source === current ? [target] : target === current ? [source] : []))
      .find(id => !ids.includes(id))
    graph.hide(ids)
    setWanted(nextTo ?? null)
    onSelectedChange([])
    say('DesignSystem.Graph.Hidden', { count: ids.length })
  }
  const selectType = () => {
    if (!node) return
    select(
      visible.nodes.filter(other => other.kind === node.kind && other.typeName === node.typeName).map(({ id }) => id),
      false,
    )
  }
  const selectCommunity = () => {
    if (!node) return
    const communities = graph.context.communities()
    const own = communities.get(node.members?.[0] ?? node.id)
    const isOwn = (id: string) => communities.get(id) === own
    select(
      visible.nodes.filter(other => isOwn(other.members?.[0] ?? other.id)).map(({ id }) => id),
      false,
    )
  }
  const pin = () => {
    const place = current === null ? undefined : places.positionOf(current)
    if (!node || current === null || !place) return
    const pinned = graph.state.pinned[current] !== undefined
    graph.pin(current, pinned ? null : place)
    say(pinned ? 'DesignSystem.Graph.NodeUnpinned' : 'DesignSystem.Graph.NodePinned', { name: nameOf(node) })
  }
  const clearPath = () => {
    setPath(null)
    onPathClear?.()
  }
  const findPath = () => {
    if (way) return clearPath()
    const [from, to] = ends
    const found = from !== undefined && to !== undefined ? graph.path(from, to) : null
    setPath(found)
    say(found ? 'DesignSystem.Graph.PathFound' : 'DesignSystem.Graph.PathMissing', { count: (found?.length ?? 1) - 1 })
  }
  /** Keys that work both on the canvas and in the list. */
  const actionKey = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') (event.shiftKey ? history.redo : history.undo)()
      else if (key === 'y') history.redo()
      else if (key === 'a')
        select(
          visible.nodes.map(({ id }) => id),
          false,
        )
      else return false
      return true
    }
    if (event.altKey) return false
    if (key === 'e') void expand()
    else if (key === 'c') collapse()
    else if (key === 'p') pin()
    else if (key === 'h') hide()
    else if (key === 't') selectType()
    else if (key === 'm') selectCommunity()
    else if (key === 'l' && edges.canSelect) edges.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && (chosen.size > 0 || way)) {
      clearPath()
      select([], false)
    } else return false
    return true
  }
  return {
    chosen,
    edges,
    current,
    node,
    nameOf,
    typeOf,
    hub: hub === null ? undefined : byId.get(hub),
    cancelHub: () => setHub(null),
    path: way,
    busy: busy !== null,
    failed: failed === null ? undefined : byId.get(failed),
    dismissFailure: () => setFailed(null),
    degree: current === null ? 0 : (degrees.get(current) ?? 0),
    pinned: current !== null && graph.state.pinned[current] !== undefined,
    can: {
      expand: canExpand,
      collapse: node !== undefined && node.members === undefined && (degrees.get(node.id) ?? 0) > 0,
      open: onNodeOpen !== undefined && (node === undefined || isOpenable(node)),
      findPath: way !== null || ends.length === 2,
    },
    move,
    select,
    open,
    expand,
    collapse,
    hide,
    pin,
    selectType,
    selectCommunity,
    findPath,
    actionKey,
    ...history,
  }
}
