import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { toggleChecks } from './tree-checks.ts'
import { isNotLoaded, pathIds, type TreeNode, type TreeRow } from './tree-nodes.ts'
import type { TreeProps } from './tree-props.ts'
import { TreeItem } from './tree-row.tsx'
import { useLazyChildren } from './use-lazy-children.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeState } from './use-tree-state.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const none: readonly string[] = []

const idsIn = (nodes: readonly TreeNode[]): string[] => nodes.flatMap(node => [node.id, ...idsIn(node.children ?? [])])

/**
 * A hierarchy to navigate, expand and choose from: one tab stop, keys of the APG tree view, only visible rows in the
 * document when it is long.
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
  const [focused, setFocused] = useState<string>()
  const {
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
    matches,
    rows,
  } = useTreeState({
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
  })
  const multiple = selection === 'multiple' || checkboxes

  const pathTo = (id: string | undefined) => (id === undefined ? none : pathIds(nodes, id, loaded).reverse())
  // When the active row is removed or hidden, the tab stop moves to the nearest visible ancestor.
  const indexOf = (id: string | undefined) => rows.findIndex(row => row.key === id)
  const nearest = () =>
    pathTo(focused)
      .map(indexOf)
      .find(index => index >= 0)
  const chosenIndex = () => rows.findIndex(row => selected.has(row.node.id))
  const found = indexOf(focused)
  const activeIndex = Math.max(0, found >= 0 ? found : (nearest() ?? chosenIndex()))

  const { virtual, virtualizer } = useVirtualRows(root, rows, activeIndex)

  const element = (key: string) => root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  const focusRow = (row: TreeRow | undefined) => {
    if (!row) return
    // The row must be rendered before it can get the focus.
    flushSync(() => setFocused(row.key))
    if (virtual) virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' })
    element(row.key)?.focus({ preventScroll: virtual })
  }
  useLayoutEffect(() => {
    // A removed row with the focus would leave the focus nowhere: the row that replaces it as the tab stop gets it.
    const heir = rows[activeIndex]
    if (inside.current && heir && document.activeElement === document.body)
      element(heir.key)?.focus({ preventScroll: true })
  })

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
      setSelectedIds(checkboxes ? [...new Set([...selectedIds, ...span])] : span)
      return
    }
    anchor.current = row.key
    if (node.disabledReason !== undefined) return refuse(node)
    if (selection === 'none' && !checkboxes)
      return onAction ? onAction(node) : row.expanded === undefined ? undefined : setOpen([node.id], !row.expanded)
    if (checkboxes) return setSelectedIds(toggleChecks(nodes, selected, node, loaded))
    if (how === 'toggle' && selected.has(node.id)) return setSelectedIds(selectedIds.filter(id => id !== node.id))
    setSelectedIds(how === 'toggle' ? [...selectedIds, node.id] : [node.id])
  }
  const act = (row: TreeRow) => {
    if (!onAction) return select(row, multiple ? 'toggle' : 'only')
    if (row.node.disabledReason !== undefined) return refuse(row.node)
    onAction(row.node)
  }
  const selectAll = () => {
    const all = rows.filter(row => row.node.disabledReason === undefined).map(row => row.node.id)
    setSelectedIds([...new Set([...selectedIds, ...all])])
    announce(
      intl.formatMessage({ id: 'DesignSystem.Tree.Selected' }, { count: new Set([...selectedIds, ...all]).size }),
    )
  }
  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    multiple,
    loaded,
    focusRow,
    setOpen,
    activate: act,
    select,
    selectAll,
  })

  useLazyChildren({
    pending,
    load: loadChildren,
    onLoaded: (node, children) => {
      setLoaded(previous => new Map(previous).set(node.id, children))
      // A chosen branch stays chosen when its children are loaded.
      if (checkboxes && selected.has(node.id))
        setSelectedIds([
          ...new Set([
            ...selectedIds,
            ...children.filter(child => child.disabledReason === undefined).map(child => child.id),
          ]),
        ])
      announce(intl.formatMessage({ id: 'DesignSystem.Tree.Loaded' }, { name: node.name, count: children.length }))
    },
    onFailed: node => {
      setFailed(previous => new Set(previous).add(node.id))
      setExpandedIds(expandedIds.filter(id => id !== node.id))
      announce(intl.formatMessage({ id: 'DesignSystem.Tree.FailedOf' }, { name: node.name }))
    },
  })
  const announceMatches = useEffectEvent(() =>
    announce(intl.formatMessage({ id: 'DesignSystem.Tree.Matches' }, { count: matches })),
  )
  useEffect(() => {
    if (filtering) announceMatches()
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
    busy: row.expanded === true && !filtering && isNotLoaded(row.node, loaded),
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
