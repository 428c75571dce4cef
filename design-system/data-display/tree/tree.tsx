import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentProps,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { checkStates, toggleChecks } from './tree-checks.ts'
import { filterNodes, isNotLoaded, pathIds, type TreeNode, type TreeRow, treeRows } from './tree-nodes.ts'
import { TreeItem } from './tree-row.tsx'
import { useLazyChildren } from './use-lazy-children.ts'
import { useTreeKeys } from './use-tree-keys.ts'

/** Above this many rows only those in view are in the document. */
const virtualFrom = 200
const rowHeight = 36
const none: readonly string[] = []

type TreeName = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type TreeProps = Omit<ComponentProps<'div'>, 'children' | 'role' | 'onSelect'> &
  TreeName & {
    nodes: readonly TreeNode[]
    /** How many nodes can be chosen. `none` is a tree to walk and act in. */
    selection?: 'none' | 'single' | 'multiple'
    /** Several are chosen by boxes; a parent takes its children along. */
    checkboxes?: boolean
    /** Ids of the chosen nodes; one at most with `single`. */
    selected?: readonly string[]
    defaultSelected?: readonly string[]
    onSelectedChange?: (selected: readonly string[]) => void
    expanded?: readonly string[]
    defaultExpanded?: readonly string[]
    onExpandedChange?: (expanded: readonly string[]) => void
    /** Enter and double click. Without it Enter selects. */
    onAction?: (node: TreeNode) => void
    /** Fetches the children of a `lazy` node when it is opened for the first time. */
    loadChildren?: (node: TreeNode) => Promise<readonly TreeNode[]>
    /** Shows only nodes with this text in their name, and the way to them. */
    filter?: string
    /** Reports a press on a node that cannot be chosen. It is announced in any case. */
    onDisabledPress?: (node: TreeNode) => void
  }

const idsIn = (nodes: readonly TreeNode[]): string[] => nodes.flatMap(node => [node.id, ...idsIn(node.children ?? [])])

/**
 * A hierarchy to walk, open and choose from: one tab stop, keys of the APG tree view, only rows in view when it is
 * long.
 */
export function Tree({
  nodes,
  selection = 'single',
  checkboxes = false,
  selected: givenSelected,
  defaultSelected = none,
  onSelectedChange,
  expanded: givenExpanded,
  defaultExpanded = none,
  onExpandedChange,
  onAction,
  loadChildren,
  filter = '',
  onDisabledPress,
  label,
  labelledBy,
  className,
  ref,
  ...props
}: TreeProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const root = useRef<HTMLDivElement>(null)
  useUniqueIds('Tree', 'nodes', nodes, idsIn)
  const inside = useRef(false)
  const anchor = useRef<string>(undefined)
  const [chosen, setChosen] = useControllable({
    value: givenSelected,
    defaultValue: defaultSelected,
    onValueChange: onSelectedChange,
  })
  const [opened, setOpened] = useControllable({
    value: givenExpanded,
    defaultValue: defaultExpanded,
    onValueChange: onExpandedChange,
  })
  const [fetched, setFetched] = useState<ReadonlyMap<string, readonly TreeNode[]>>(
    () => new Map<string, readonly TreeNode[]>(),
  )
  const [failed, setFailed] = useState<ReadonlySet<string>>(() => new Set<string>())
  const [focused, setFocused] = useState<string>()
  // What is closed while filtering is forgotten with the filter, and never touches what stood open before.
  const [closed, setClosed] = useState<{ filter: string; ids: ReadonlySet<string> }>({ filter: '', ids: new Set() })
  const multiple = selection === 'multiple' || checkboxes
  const filtering = filter.trim() !== ''
  const shown = useMemo(() => filterNodes(nodes, filter, fetched), [nodes, filter, fetched])
  const selected = useMemo(() => new Set(selection === 'none' ? none : chosen), [chosen, selection])
  const rows = useMemo(() => {
    const open = new Set(opened)
    const shut = closed.filter === filter ? closed.ids : undefined
    return treeRows(shown.nodes, {
      loaded: filtering ? undefined : fetched,
      isExpanded: node => (filtering ? shut?.has(node.id) !== true : open.has(node.id)),
    })
  }, [shown, opened, closed, filter, filtering, fetched])
  const checks = useMemo(
    () => (checkboxes ? checkStates(nodes, selected, fetched) : undefined),
    [checkboxes, nodes, selected, fetched],
  )
  const waiting = useMemo(
    () =>
      rows.flatMap(({ node, expanded }) =>
        expanded && isNotLoaded(node, fetched) && !failed.has(node.id) ? [node] : [],
      ),
    [rows, fetched, failed],
  )

  const ways = (id: string | undefined) => (id === undefined ? none : pathIds(nodes, id, fetched).reverse())
  // What is gone or folded away hands the tab stop to the nearest ancestor in view.
  const indexOf = (id: string | undefined) => rows.findIndex(row => row.key === id)
  const nearest = () =>
    ways(focused)
      .map(indexOf)
      .find(index => index >= 0)
  const chosenIndex = () => rows.findIndex(row => selected.has(row.node.id))
  const found = indexOf(focused)
  const activeIndex = Math.max(0, found >= 0 ? found : (nearest() ?? chosenIndex()))

  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => root.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 400, height: 400 },
    getItemKey: index => rows[index]?.key ?? index,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(startIndex - overscan, 0)
      const indexes = Array.from(
        { length: Math.max(0, Math.min(endIndex + overscan, count - 1) - from + 1) },
        (_, i) => from + i,
      )
      // The row with the tab stop stays in the document wherever the eye is.
      if (activeIndex < count && !indexes.includes(activeIndex)) indexes.push(activeIndex)
      return indexes.sort((a, b) => a - b)
    },
  })

  const element = (key: string) => root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  const focusRow = (row: TreeRow | undefined) => {
    if (!row) return
    // The row must be drawn before it can take the focus.
    flushSync(() => setFocused(row.key))
    if (virtual) virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' })
    element(row.key)?.focus({ preventScroll: virtual })
  }
  useLayoutEffect(() => {
    // A row that had the focus and went away leaves it nowhere: its heir takes it.
    const heir = rows[activeIndex]
    if (inside.current && heir && document.activeElement === document.body)
      element(heir.key)?.focus({ preventScroll: true })
  })

  const setOpen = (ids: readonly string[], open: boolean) => {
    if (filtering) {
      const known = closed.filter === filter ? closed.ids : new Set<string>()
      setClosed({ filter, ids: new Set(open ? [...known].filter(id => !ids.includes(id)) : [...known, ...ids]) })
      return
    }
    if (open) setFailed(known => new Set([...known].filter(id => !ids.includes(id))))
    setOpened(open ? [...new Set([...opened, ...ids])] : opened.filter(id => !ids.includes(id)))
  }
  const refuse = (node: TreeNode) => {
    announce(
      intl.formatMessage({ id: 'DesignSystem.Tree.Refused' }, { name: node.name, reason: node.disabledReason ?? '' }),
    )
    onDisabledPress?.(node)
  }
  const select = (row: TreeRow, how: 'only' | 'toggle' | 'range') => {
    const { node } = row
    if (how === 'range') {
      const from = Math.max(0, indexOf(anchor.current ?? rows[activeIndex]?.key))
      const to = rows.indexOf(row)
      const span = rows
        .slice(Math.min(from, to), Math.max(from, to) + 1)
        .filter(each => each.node.disabledReason === undefined)
        .map(each => each.node.id)
      setChosen(checkboxes ? [...new Set([...chosen, ...span])] : span)
      return
    }
    anchor.current = row.key
    if (node.disabledReason !== undefined) return refuse(node)
    if (selection === 'none' && !checkboxes)
      return onAction ? onAction(node) : row.expanded === undefined ? undefined : setOpen([node.id], !row.expanded)
    if (checkboxes) return setChosen(toggleChecks(nodes, selected, node, fetched))
    if (how === 'toggle' && selected.has(node.id)) return setChosen(chosen.filter(id => id !== node.id))
    setChosen(how === 'toggle' ? [...chosen, node.id] : [node.id])
  }
  const act = (row: TreeRow) => {
    if (!onAction) return select(row, multiple ? 'toggle' : 'only')
    if (row.node.disabledReason !== undefined) return refuse(row.node)
    onAction(row.node)
  }
  const selectAll = () => {
    const all = rows.filter(row => row.node.disabledReason === undefined).map(row => row.node.id)
    setChosen([...new Set([...chosen, ...all])])
    announce(intl.formatMessage({ id: 'DesignSystem.Tree.Selected' }, { count: new Set([...chosen, ...all]).size }))
  }
  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    multiple,
    loaded: fetched,
    focusRow,
    setOpen,
    activate: act,
    select,
    selectAll,
  })

  useLazyChildren({
    pending: waiting,
    load: loadChildren,
    onLoaded: (node, children) => {
      setFetched(known => new Map(known).set(node.id, children))
      // A chosen branch stays chosen when its children come in.
      if (checkboxes && selected.has(node.id))
        setChosen([
          ...new Set([
            ...chosen,
            ...children.filter(child => child.disabledReason === undefined).map(child => child.id),
          ]),
        ])
      announce(intl.formatMessage({ id: 'DesignSystem.Tree.Loaded' }, { name: node.name, count: children.length }))
    },
    onFailed: node => {
      setFailed(known => new Set(known).add(node.id))
      setOpened(opened.filter(id => id !== node.id))
      announce(intl.formatMessage({ id: 'DesignSystem.Tree.FailedOf' }, { name: node.name }))
    },
  })
  const tellMatches = useEffectEvent(() =>
    announce(intl.formatMessage({ id: 'DesignSystem.Tree.Matches' }, { count: shown.matches })),
  )
  useEffect(() => {
    if (filtering) tellMatches()
  }, [filter, filtering])

  const rowOf = (event: MouseEvent) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']
    return rows.find(row => row.key === key)
  }
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event)
    if (!row) return
    focusRow(row)
    select(
      row,
      multiple && event.shiftKey
        ? 'range'
        : multiple && (checkboxes || event.ctrlKey || event.metaKey)
          ? 'toggle'
          : 'only',
    )
  }
  const item = (row: TreeRow, index: number) => ({
    key: row.key,
    row,
    filter,
    'data-row': row.key,
    tabIndex: index === activeIndex ? 0 : -1,
    selected: checkboxes || selection === 'none' ? undefined : selected.has(row.node.id),
    checked: checks?.get(row.node.id),
    busy: row.expanded === true && !filtering && isNotLoaded(row.node, fetched),
    failed: failed.has(row.node.id),
    onToggle: () => {
      focusRow(row)
      setOpen([row.node.id], row.expanded !== true)
    },
  })
  const name = { 'aria-label': label, 'aria-labelledby': labelledBy }
  const empty = rows.length === 0
  return (
    <div
      ref={mergeRefs(root, ref)}
      data-slot="tree"
      role={empty ? 'group' : 'tree'}
      {...name}
      aria-multiselectable={multiple && !empty ? true : undefined}
      className={cn('min-w-0 overflow-auto text-sm', virtual && 'max-h-[30rem]', className)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={event => {
        const row = rowOf(event)
        if (row && onAction && row.node.disabledReason === undefined && selection !== 'none') onAction(row.node)
      }}
      onFocus={event => {
        inside.current = true
        const key = event.target.dataset['row']
        if (key !== undefined) setFocused(key)
      }}
      onBlur={() => {
        inside.current = false
      }}
      {...props}
    >
      {empty ? (
        <p className="px-2 py-1.5 text-fg-muted">
          {intl.formatMessage({ id: filtering ? 'DesignSystem.Tree.NoMatch' : 'DesignSystem.Tree.Empty' })}
        </p>
      ) : null}
      {virtual ? (
        <div role="none" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { key, ...rest } = item(row, index)
            return (
              <TreeItem
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute inset-x-0 inset-bs-0"
                style={{ transform: `translateY(${start}px)` }}
                {...rest}
              />
            )
          })}
        </div>
      ) : (
        rows.map((row, index) => {
          const { key, ...rest } = item(row, index)
          return <TreeItem key={key} {...rest} />
        })
      )}
    </div>
  )
}
