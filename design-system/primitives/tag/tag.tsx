import { cva } from 'class-variance-authority'
import { X } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../icon/icon.tsx'

export const tagVariants = cva(
  'inline-flex h-control-sm max-w-full min-w-0 items-center gap-1 rounded-chip border text-xs',
  {
    variants: {
      state: {
        rest: 'border-line bg-surface text-fg',
        selected: 'border-accent-border bg-accent-subtle text-accent-text',
        invalid: 'border-danger-border bg-danger-subtle text-danger-text',
      },
    },
    defaultVariants: { state: 'rest' },
  },
)

export interface TagProps extends Omit<ComponentProps<'span'>, 'onSelect'> {
  /** Plain text of the tag: used in the name of the remove button. */
  name: string
  /** Content in place of the name: a field, an operator and a value. */
  children?: ReactNode
  /** Marks the tag as wrong. */
  invalid?: boolean
  /** The tag cannot be pressed or removed. */
  disabled?: boolean | undefined
  /** Makes the tag removable. */
  onRemove?: () => void
  /** Makes the tag a toggle. */
  selected?: boolean
  /** Called when the tag is switched on or off. */
  onSelectedChange?: (selected: boolean) => void
  /** Makes the body of the tag a button, to edit its value. */
  onActivate?: () => void
  /** Tab index of its buttons: -1 in a control where arrow keys move to them. */
  buttonTabIndex?: number
}

/**
 * Moves the focus to the neighbour of a removed tag, or to the text field beside the last one: it would otherwise be
 * lost.
 */
function focusNeighbour(tag: HTMLElement) {
  const list = tag.closest('[data-tag-list]') ?? tag.closest('ul, ol') ?? tag.parentElement
  const tags = [...(list?.querySelectorAll<HTMLElement>('[data-slot="tag"]') ?? [])]
  const at = tags.indexOf(tag)
  const neighbour = tags[at + 1] ?? tags[at - 1]
  const target =
    neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? list?.querySelector<HTMLElement>('input')
  target?.focus()
}

/** A chip that represents a value: static, removable (`Delete`, `Backspace`) or selectable. */
export function Tag({
  name,
  children = name,
  invalid = false,
  disabled = false,
  onRemove,
  selected,
  onSelectedChange,
  onActivate,
  buttonTabIndex,
  className,
  ...props
}: TagProps) {
  const intl = useIntl()
  const press = onSelectedChange ? () => onSelectedChange(!selected) : onActivate
  const body = 'inline-flex h-full min-w-0 items-center gap-1 px-2 [&>svg]:size-3'
  // Its border is part of the target: without it, the height of a button is two pixels below the minimum.
  const target = 'relative after:absolute after:-inset-px'
  const button = { type: 'button' as const, disabled, tabIndex: buttonTabIndex }
  const remove = (tag: HTMLElement | null) => {
    if (tag) focusNeighbour(tag)
    onRemove?.()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!onRemove || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    remove(event.currentTarget.closest<HTMLElement>('[data-slot="tag"]'))
  }
  return (
    <span
      data-slot="tag"
      className={cn(
        tagVariants({ state: invalid ? 'invalid' : selected ? 'selected' : 'rest' }),
        disabled && 'border-line bg-surface-sunken text-fg-muted',
        className,
      )}
      {...props}
    >
      {press ? (
        <button
          {...button}
          className={cn(
            body,
            target,
            'rounded-chip focus-ring not-disabled:hover:bg-surface-hover',
            onRemove && 'pe-0',
          )}
          onClick={press}
          onKeyDown={onKeyDown}
          {...(onSelectedChange ? { 'aria-pressed': selected ?? false } : {})}
        >
          <span className="truncate">{children}</span>
        </button>
      ) : (
        <span className={cn(body, onRemove && 'pe-0')}>
          <span className="truncate">{children}</span>
        </span>
      )}
      {onRemove ? (
        <button
          {...button}
          aria-label={intl.formatMessage({ id: 'DesignSystem.Tag.Remove' }, { name })}
          className={cn(
            target,
            'inline-flex h-full w-control-sm shrink-0 items-center justify-center rounded-chip text-fg-muted focus-ring not-disabled:hover:bg-surface-hover not-disabled:hover:text-fg disabled:text-fg-disabled',
          )}
          onClick={event => remove(event.currentTarget.closest<HTMLElement>('[data-slot="tag"]'))}
          onKeyDown={onKeyDown}
        >
          <Icon icon={X} size={12} />
        </button>
      ) : null}
    </span>
  )
}
