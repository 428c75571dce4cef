import { Check, ChevronDown, ChevronRight, Lock, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Spinner } from '../../primitives/spinner/spinner.tsx'
import type { CheckState } from './tree-checks.ts'
import { matchOf, type TreeRow } from './tree-nodes.ts'

/** Deeper levels are not indented further: the level is announced, the row keeps its width. */
const deepest = 12
const separator = ' / '

export interface TreeItemProps extends Omit<ComponentProps<'div'>, 'children'> {
  row: TreeRow
  selected: boolean | undefined
  checked: CheckState | undefined
  busy: boolean
  failed: boolean
  filter: string
  onToggle: () => void
}

/** One visible node. The tree handles the keys and the selection for all of them. */
export function TreeItem({
  row,
  selected,
  checked,
  busy,
  failed,
  filter,
  onToggle,
  className,
  ...props
}: TreeItemProps) {
  const intl = useIntl()
  const { node } = row
  const disabled = node.disabledReason !== undefined
  const marked = matchOf(node.name, filter)
  return (
    <Tooltip content={<bdi>{[...row.path, node.name].join(separator)}</bdi>} disabled={row.path.length === 0} isLabel>
      <div
        role="treeitem"
        data-slot="tree-item"
        aria-level={row.level}
        aria-posinset={row.position}
        aria-setsize={row.setSize}
        aria-expanded={row.expanded}
        aria-selected={selected}
        aria-checked={checked}
        aria-disabled={disabled || undefined}
        aria-busy={busy || undefined}
        className={cn(
          'flex min-h-row w-full min-w-0 items-center rounded-control border border-transparent pe-2 select-none focus-ring-inset',
          selected
            ? 'bg-surface-selected font-medium text-accent-text system-outline'
            : disabled
              ? 'text-fg-muted'
              : 'text-fg hover:bg-surface-hover',
          className,
        )}
        {...props}
      >
        {Array.from({ length: Math.min(row.level - 1, deepest) }, (_, level) => (
          <span key={level} aria-hidden className="-my-px flex w-5 shrink-0 justify-center self-stretch">
            <span className="border-s border-line" />
          </span>
        ))}
        {/* The key for opening is the arrow in reading direction; the pointer gets a separate target. */}
        <span
          aria-hidden
          data-slot="tree-toggle"
          className="-mx-0.5 flex size-control-sm shrink-0 items-center justify-center text-fg-muted"
          onClick={event => {
            if (row.expanded === undefined) return
            event.stopPropagation()
            onToggle()
          }}
        >
          {busy ? (
            <Spinner size={12} />
          ) : row.expanded === undefined ? null : row.expanded ? (
            <Icon icon={ChevronDown} size={12} />
          ) : (
            <DirectionalIcon icon={ChevronRight} size={12} />
          )}
        </span>
        {checked === undefined ? null : <CheckMark state={checked} disabled={disabled} />}
        {disabled ? (
          <Icon icon={Lock} size={12} className="ms-1" />
        ) : node.icon ? (
          <DirectionalIcon icon={node.icon} size={16} className="ms-1 text-fg-muted" />
        ) : null}
        <span className="ms-1 min-w-0 truncate">
          <bdi>
            {marked ? (
              <>
                {marked[0]}
                <mark className="rounded-mark">{marked[1]}</mark>
                {marked[2]}
              </>
            ) : (
              node.name
            )}
          </bdi>
        </span>
        {selected ? <Icon icon={Check} size={12} className="ms-2 text-accent-text" /> : null}
        <span className="ms-auto flex max-w-1/2 shrink-0 items-center gap-2 ps-2 text-xs font-normal text-fg-muted">
          {busy ? <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.Tree.Loading' })}</span> : null}
          {failed ? (
            <span className="min-w-0 truncate text-danger-text">
              {intl.formatMessage({ id: 'DesignSystem.Tree.Failed' })}
            </span>
          ) : null}
          {disabled ? <span className="min-w-0 truncate">{node.disabledReason}</span> : null}
          {node.status}
        </span>
      </div>
    </Tooltip>
  )
}

/** A picture only: the state of the box is the state of the item. */
function CheckMark({ state, disabled }: { state: CheckState; disabled: boolean }) {
  const on = state !== false
  return (
    <span
      aria-hidden
      className={cn(
        'ms-1 inline-flex size-4 shrink-0 items-center justify-center rounded-mark border',
        disabled
          ? 'border-line bg-surface-sunken text-fg-disabled'
          : on
            ? 'border-accent bg-accent text-accent-on forced-color-adjust-none'
            : 'border-line-strong bg-surface',
      )}
    >
      {on ? <Icon icon={state === 'mixed' ? Minus : Check} size={12} /> : null}
    </span>
  )
}
