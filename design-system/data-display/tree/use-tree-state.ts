import { useMemo, useState } from 'react'
import { useControllable } from '../../lib/use-controllable.ts'
import { checkStates } from './tree-checks.ts'
import { filterNodes, isNotLoaded, type TreeNode, treeRows } from './tree-nodes.ts'
import type { TreeProps } from './tree-props.ts'

const none: readonly string[] = []

type TreeStateOptions = {
  [Name in 'nodes' | 'selected' | 'onSelectedChange' | 'expanded' | 'onExpandedChange']: TreeProps[Name]
} & Required<Pick<TreeProps, 'selection' | 'checkboxes' | 'filter' | 'defaultSelected' | 'defaultExpanded'>>

/**
 * Selected, open, loaded and failed nodes of a tree, and the resulting rows. While a filter is set every branch is
 * open, and a branch closed by the user then stays closed for this filter only.
 */
export function useTreeState({
  nodes,
  selection,
  checkboxes,
  filter,
  selected: givenSelected,
  defaultSelected,
  onSelectedChange,
  expanded: givenExpanded,
  defaultExpanded,
  onExpandedChange,
}: TreeStateOptions) {
  const [selectedIds, setSelectedIds] = useControllable({
    value: givenSelected,
    defaultValue: defaultSelected,
    onValueChange: onSelectedChange,
  })
  const [expandedIds, setExpandedIds] = useControllable({
    value: givenExpanded,
    defaultValue: defaultExpanded,
    onValueChange: onExpandedChange,
  })
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly TreeNode[]>>(
    () => new Map<string, readonly TreeNode[]>(),
  )
  const [failed, setFailed] = useState<ReadonlySet<string>>(() => new Set<string>())
  // Branches closed during filtering are reset with the filter, and never affect the branches that were open before.
  const [closed, setClosed] = useState<{ filter: string; ids: ReadonlySet<string> }>({ filter: '', ids: new Set() })
  const filtering = filter.trim() !== ''
  const shown = useMemo(() => filterNodes(nodes, filter, loaded), [nodes, filter, loaded])
  const selected = useMemo(() => new Set(selection === 'none' ? none : selectedIds), [selectedIds, selection])
  const rows = useMemo(() => {
    const open = new Set(expandedIds)
    const collapsed = closed.filter === filter ? closed.ids : undefined
    return treeRows(shown.nodes, {
      loaded: filtering ? undefined : loaded,
      isExpanded: node => (filtering ? collapsed?.has(node.id) !== true : open.has(node.id)),
    })
  }, [shown, expandedIds, closed, filter, filtering, loaded])
  const checks = useMemo(
    () => (checkboxes ? checkStates(nodes, selected, loaded) : undefined),
    [checkboxes, nodes, selected, loaded],
  )
  const pending = useMemo(
    () =>
      rows.flatMap(({ node, expanded }) =>
        expanded && isNotLoaded(node, loaded) && !failed.has(node.id) ? [node] : [],
      ),
    [rows, loaded, failed],
  )

  const setOpen = (ids: readonly string[], open: boolean) => {
    if (filtering) {
      const collapsed = closed.filter === filter ? closed.ids : new Set<string>()
      setClosed({
        filter,
        ids: new Set(open ? [...collapsed].filter(id => !ids.includes(id)) : [...collapsed, ...ids]),
      })
      return
    }
    if (open) setFailed(previous => new Set([...previous].filter(id => !ids.includes(id))))
    setExpandedIds(open ? [...new Set([...expandedIds, ...ids])] : expandedIds.filter(id => !ids.includes(id)))
  }

  return {
    selectedIds,
    setSelectedIds,
    selected,
    checks,
    expandedIds,
    setExpandedIds,
    setOpen,
    loaded,
    setLoaded,
    failed,
    setFailed,
    pending,
    filtering,
    matches: shown.matches,
    rows,
  }
}
