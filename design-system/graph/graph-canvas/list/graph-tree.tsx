import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, ChevronDown, ChevronRight, Pin } from 'lucide-react'
import * as Direction from 'radix-ui/direction'
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ScoreMeter } from '../../../data-display/score-meter/score-meter.tsx'
import { cn } from '../../../lib/cn.ts'
import { keys } from '../../../lib/keys.ts'
import { useTextScale } from '../../../lib/text-scale/text-scale.ts'
import { DirectionalIcon } from '../../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../../primitives/icon/icon.tsx'
import type { VisibleNode } from '../model/graph-state.ts'
import { kindStyles, relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'
import { type ListRow, listRows, parentOf } from './list-rows.ts'

interface GraphTreeProps {
  graph: Graph
  label: string
  nameOf: (node: VisibleNode) => string
  current: string | null
  selected: ReadonlySet<string>
  path: readonly string[] | null
  onCurrentChange: (id: string) => void
  onSelect: (id: string, extend: boolean) => void
  onOpen: (id: string) => void
  /** Handles the keys that canvas and list share; true when the key was one of them. */
  onActionKey: (event: KeyboardEvent) => boolean
}

const indents = { 1: 'ps-2', 2: 'ps-6', 3: 'ps-12' } as const
/** Pixels at the usual text size. */
const usualRowHeight = 32

/**
 * The same nodes and links as a tree: kinds, their nodes, the connections of each. It has all content and actions of
 * the picture.
 */
export function GraphTree({
  graph,
  label,
  nameOf,
  current,
  selected,
  path,
  onCurrentChange,
  onSelect,
  onOpen,
  onActionKey,
}: GraphTreeProps) {
  const intl = useIntl()
  const id = useId()
  const direction = Direction.useDirection()
  const scroller = useRef<HTMLDivElement>(null)
  const [closedKinds, setClosedKinds] = useState<ReadonlySet<string>>(new Set())
  const [openNodes, setOpenNodes] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string | null>(null)
  const { nodes, edges } = graph.visible
  const rows = useMemo(() => listRows(nodes, edges, closedKinds, openNodes), [nodes, edges, closedKinds, openNodes])
  // The row of the current node, unless the active row has no node or is another row of the same node.
  const walked = rows.findIndex(row => row.key === active)
  const own = current === null ? -1 : rows.findIndex(row => row.level === 2 && row.node?.id === current)
  const at =
    walked >= 0 && (rows[walked]?.node === undefined || rows[walked]?.node?.id === current) ? walked : Math.max(own, 0)
  const rowHeight = usualRowHeight * useTextScale()
  // The compiler is not used here: the virtualiser's mutable result is read in render on purpose, as its documentation
  // says.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 400, height: 480 },
  })

  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])

  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (!row) return
    setActive(row.key)
    if (row.node) onCurrentChange(row.node.id)
    virtual.scrollToIndex(rows.indexOf(row))
  }
  const fold = (row: ListRow, open: boolean) => {
    const flip = (set: ReadonlySet<string>, value: string, present: boolean) => {
      const next = new Set(set)
      if (present) next.add(value)
      else next.delete(value)
      return next
    }
    if (row.level === 1) setClosedKinds(now => flip(now, row.kind, !open))
    else if (row.node) setOpenNodes(now => flip(now, row.node?.id ?? '', open))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row) return
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (plain && event.key === 'ArrowDown') go(at + 1)
    else if (plain && event.key === 'ArrowUp') go(at - 1)
    else if (plain && event.key === 'Home') go(0)
    else if (plain && event.key === 'End') go(rows.length - 1)
    else if (plain && event.key === keys.next(direction)) {
      if (row.expanded === false) fold(row, true)
      else if (row.expanded) go(at + 1)
    } else if (plain && event.key === keys.previous(direction)) {
      if (row.expanded) fold(row, false)
      else go(parentOf(rows, at))
    } else if (event.key === 'Enter' && row.node === undefined) fold(row, !row.expanded)
    else if (event.key === 'Enter' && row.node) onOpen(row.node.id)
    else if (event.key === ' ' && row.node) onSelect(row.node.id, true)
    else if (!onActionKey(event)) return
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.ListLabel' }, { name: label })}
      aria-multiselectable
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      data-slot="graph-tree"
      className="min-h-0 flex-1 overflow-auto focus-ring-inset"
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const { node } = row
          const marked = node !== undefined && selected.has(node.id)
          const hint = node ? graph.byId.get(node.id) : undefined
          return (
            // The tree has the focus and handles the keys; a row reacts to the pointer only.
            // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- 3: keys are on the tree, which names its active row
            <div
              key={row.key}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.size}
              aria-expanded={row.expanded}
              aria-selected={node ? marked : undefined}
              className={cn(
                'absolute inset-x-0 flex h-8 items-center gap-2 border-s-2 border-transparent pe-3 text-sm',
                indents[row.level],
                marked && 'border-accent bg-surface-selected system-outline',
                index === at &&
                  'tree-focus-visible:outline-2 tree-focus-visible:-outline-offset-2 tree-focus-visible:outline-focus',
                node !== undefined && 'hover:bg-surface-hover',
                path !== null && node && !path.includes(node.id) && 'text-fg-muted',
              )}
              style={{ insetBlockStart: start }}
              onClick={event => {
                setActive(row.key)
                if (node) onSelect(node.id, event.shiftKey || event.ctrlKey || event.metaKey)
                else fold(row, !row.expanded)
              }}
              onDoubleClick={() => {
                if (node) onOpen(node.id)
              }}
            >
              <span
                aria-hidden
                className="flex size-5 shrink-0 items-center justify-center text-fg-muted"
                onClick={event => {
                  if (row.expanded === undefined || !node) return
                  event.stopPropagation()
                  fold(row, !row.expanded)
                }}
              >
                {row.expanded === undefined ? null : row.expanded ? (
                  <Icon icon={ChevronDown} size={12} />
                ) : (
                  <DirectionalIcon icon={ChevronRight} size={12} />
                )}
              </span>
              <Icon icon={kindStyles[row.kind].icon} className="text-fg-secondary" />
              {node === undefined ? (
                <>
                  <span className="font-medium text-fg-secondary">
                    <FormattedMessage id={kindStyles[row.kind].many} />
                  </span>
                  <span className="text-xs text-fg-muted">{intl.formatNumber(row.count)}</span>
                </>
              ) : (
                <>
                  <span className={cn('min-w-0 truncate', row.level === 2 && 'font-medium')}>
                    <bdi>{nameOf(node)}</bdi>
                  </span>
                  {marked ? <Icon icon={Check} size={12} className="text-accent-text" /> : null}
                  {graph.state.pinned[node.id] ? (
                    <Icon
                      icon={Pin}
                      size={12}
                      label={intl.formatMessage({ id: 'DesignSystem.Graph.Pinned' })}
                      className="text-fg-muted"
                    />
                  ) : null}
                  <span className="ms-auto flex shrink-0 items-center gap-3 text-xs text-fg-muted">
                    {row.relation ? (
                      <FormattedMessage id={relationNames[row.relation]} />
                    ) : (
                      <FormattedMessage id="DesignSystem.Graph.Links" values={{ count: row.count }} />
                    )}
                    {hint?.more !== undefined && hint.more > 0 ? (
                      <FormattedMessage id="DesignSystem.Graph.More" values={{ count: hint.more }} />
                    ) : null}
                    {hint?.held ? (
                      <FormattedMessage id="DesignSystem.Graph.Held" values={{ count: hint.held }} />
                    ) : null}
                    <span className="flex w-16 justify-end text-fg">
                      <ScoreMeter
                        variant="compact"
                        value={typeof node.score === 'number' && Number.isFinite(node.score) ? node.score : null}
                      />
                    </span>
                  </span>
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
