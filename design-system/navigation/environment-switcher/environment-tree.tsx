import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import * as Direction from 'radix-ui/direction'
import { useRef, useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { keys } from '../../lib/keys.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { visibleRows, type EnvironmentNode, type EnvironmentRow } from './environment-nodes.ts'

interface EnvironmentTreeProps {
  nodes: readonly EnvironmentNode[]
  value: string
  expanded: ReadonlySet<string>
  onExpandedChange: (expanded: ReadonlySet<string>) => void
  onChoose: (node: EnvironmentNode) => void
}

const indent = ['ps-0', 'ps-4', 'ps-8', 'ps-12', 'ps-16'] as const

/**
 * The environments as an APG tree with one tab stop. Up and Down move; the keys of the reading direction open, close and step
 * to child or parent; Home, End; `*` opens the siblings; letters jump; Enter and Space choose.
 */
export function EnvironmentTree({ nodes, value, expanded, onExpandedChange, onChoose }: EnvironmentTreeProps) {
  const intl = useIntl()
  const direction = Direction.useDirection()
  const tree = useRef<HTMLUListElement>(null)
  const rows = visibleRows(nodes, expanded)
  const [focused, setFocused] = useState(value)
  const active = rows.some(row => row.node.id === focused) ? focused : (rows.find(row => row.node.id === value) ?? rows[0])?.node.id

  const focusRow = (row: EnvironmentRow | undefined) => {
    if (!row) return
    setFocused(row.node.id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus()
  }
  const setOpen = (ids: readonly string[], open: boolean) => {
    const next = new Set(expanded)
    for (const id of ids) {
      if (open) next.add(id)
      else next.delete(id)
    }
    onExpandedChange(next)
  }

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = rows.findIndex(row => row.node.id === active)
    const row = rows[index]
    if (!row) return
    const forward = keys.next(direction)
    const back = keys.previous(direction)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(rows[index + 1]),
      ArrowUp: () => focusRow(rows[index - 1]),
      Home: () => focusRow(rows[0]),
      End: () => focusRow(rows.at(-1)),
      [forward]: () => (row.expanded === false ? setOpen([row.node.id], true) : row.expanded ? focusRow(rows[index + 1]) : undefined),
      [back]: () => (row.expanded ? setOpen([row.node.id], false) : focusRow(rows.find(candidate => candidate.node.id === row.parentId))),
      '*': () => setOpen(rows.filter(candidate => candidate.parentId === row.parentId).map(candidate => candidate.node.id), true),
      Enter: () => onChoose(row.node),
      ' ': () => onChoose(row.node),
    }
    const action = actions[event.key]
    if (action) {
      event.preventDefault()
      action()
    } else if (event.key.length === 1) {
      const following = [...rows.slice(index + 1), ...rows.slice(0, index + 1)]
      focusRow(following.find(candidate => candidate.node.name.toLowerCase().startsWith(event.key.toLowerCase())))
    }
  }

  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Tree' })}
      onKeyDown={keyDown}
      className="flex flex-col"
    >
      {rows.map(row => (
        <Row
          key={row.node.id}
          row={row}
          selected={row.node.id === value}
          tabStop={row.node.id === active}
          onFocus={() => setFocused(row.node.id)}
          onToggle={() => setOpen([row.node.id], row.expanded === false)}
          onChoose={() => onChoose(row.node)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  row: EnvironmentRow
  selected: boolean
  tabStop: boolean
  onFocus: () => void
  onToggle: () => void
  onChoose: () => void
}

function Row({ row, selected, tabStop, onFocus, onToggle, onChoose }: RowProps) {
  const { node } = row
  const disabled = node.disabledReason !== undefined
  return (
    // The tree handles the keys for all its items.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- keys are handled by the tree
    <li
      role="treeitem"
      data-node={node.id}
      tabIndex={tabStop ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.expanded}
      aria-selected={selected}
      aria-disabled={disabled || undefined}
      onFocus={onFocus}
      onClick={onChoose}
      className={cn(
        'focus-ring-inset flex min-h-8 items-center rounded-control border border-transparent pe-2 text-sm select-none',
        selected ? 'bg-surface-selected font-medium text-accent-text' : disabled ? 'text-fg-muted' : 'text-fg hover:bg-surface-hover',
      )}
    >
      <span aria-hidden className={indent[Math.min(row.level, indent.length) - 1]} />
      {/* The key for opening is the arrow of the reading direction; the pointer gets a target of its own. */}
      <span
        aria-hidden
        className="flex size-control-sm shrink-0 items-center justify-center text-fg-muted"
        onClick={event => {
          if (row.expanded === undefined) return
          event.stopPropagation()
          onToggle()
        }}
      >
        {row.expanded === undefined ? null : row.expanded ? <Icon icon={ChevronDown} size={12} /> : <DirectionalIcon icon={ChevronRight} size={12} />}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{node.name}</bdi>
      </span>
      <span className="flex shrink-0 items-center gap-2 ps-2 text-xs text-fg-muted">
        {node.disabledReason === 'noAccess' ? <FormattedMessage id="DesignSystem.EnvironmentSwitcher.NoAccess" /> : null}
        {node.status}
        {node.disabledReason === 'notActive' && node.status === undefined ? <FormattedMessage id="DesignSystem.EnvironmentSwitcher.NotActive" /> : null}
        {selected ? <Icon icon={Check} /> : null}
      </span>
    </li>
  )
}
