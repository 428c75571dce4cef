import { useDraggable } from '@dnd-kit/core'
import { GripVertical, X } from 'lucide-react'
import * as Direction from 'radix-ui/direction'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { keys } from '../../lib/keys.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { useQuery } from './query-context.ts'
import type { QueryItem, QueryStep } from './query-model.ts'

const steps = [
  ['up', 'Up'],
  ['down', 'Down'],
  ['in', 'In'],
  ['out', 'Out'],
] as const

/**
 * Alt with an arrow moves an item; forwards along the reading direction moves it into the group above, backwards out of
 * the group.
 */
function stepOf({ key, altKey }: KeyboardEvent, direction: 'ltr' | 'rtl'): QueryStep | undefined {
  if (!altKey) return undefined
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  return key === keys.next(direction) ? 'in' : key === keys.previous(direction) ? 'out' : undefined
}

interface ItemFrameProps extends ComponentProps<'div'> {
  item: QueryItem
  /** Members of a group, over the whole width: beside handle and button, each level would take a quarter of a phone. */
  below?: ReactNode
}

/** The frame of every member of a query: the handle to move or copy it, and the button to remove it. */
export function ItemFrame({ item, below, className, children, ...props }: ItemFrameProps) {
  const intl = useIntl()
  const direction = Direction.useDirection()
  const { remove, duplicate, step, canStep, textOf, readOnly } = useQuery('ItemFrame')
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging } = useDraggable({ id: item.id, disabled: readOnly })
  const text = textOf(item)
  const keyDown = (event: KeyboardEvent) => {
    const taken = stepOf(event, direction)
    if (!taken) return
    event.preventDefault()
    event.stopPropagation()
    step(item.id, taken)
  }
  if (readOnly)
    return (
      <div data-item={item.id} className={cn(below !== undefined && 'flex flex-col gap-1', className)} {...props}>
        {children}
        {below}
      </div>
    )
  return (
    <div
      ref={setNodeRef}
      role="presentation"
      data-item={item.id}
      onKeyDown={keyDown}
      className={cn('flex flex-col gap-1', isDragging && 'grayscale', className)}
      {...props}
    >
      <div className="flex items-start gap-1">
        <DropdownMenu>
          <DropdownMenuTrigger
            ref={setActivatorNodeRef}
            data-handle
            aria-label={intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Arrange' }, { text })}
            aria-keyshortcuts="Delete Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
            {...(listeners?.['onPointerDown'] ? { onPointerDownCapture: listeners['onPointerDown'] as never } : {})}
            onKeyDown={event => {
              if (event.key !== 'Delete' && event.key !== 'Backspace') return
              event.preventDefault()
              remove(item.id)
            }}
            className="focus-ring inline-flex size-control-sm shrink-0 cursor-pointer touch-none items-center justify-center rounded-chip text-fg-muted hover:bg-surface-hover hover:text-fg"
          >
            <Icon icon={GripVertical} size={12} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {steps.map(([id, name]) => (
              <DropdownMenuItem key={id} disabled={!canStep(item.id, id)} onSelect={() => step(item.id, id)}>
                <FormattedMessage id={`DesignSystem.QueryBuilder.${name}`} />
              </DropdownMenuItem>
            ))}
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => duplicate(item.id)}>
              <FormattedMessage id="DesignSystem.QueryBuilder.Duplicate" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <div className="min-w-0 flex-1">{children}</div>
        <IconButton
          icon={X}
          size="sm"
          iconSize={12}
          label={intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Remove' }, { text })}
          onClick={() => remove(item.id)}
        />
      </div>
      {below}
    </div>
  )
}
