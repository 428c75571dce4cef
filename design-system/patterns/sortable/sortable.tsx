import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { type ComponentProps, type CSSProperties, createContext, use, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { moveId, targetIndexOfKey } from './order.ts'

/** The library's own announcements are English; localised ones are made where an entry is moved. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
  restoreFocus: false,
}

interface SortableContextValue {
  ids: readonly string[]
  nameOf: (id: string) => string
  move: (id: string, to: number) => void
}
const Sortable = createContext<SortableContextValue | null>(null)

export interface SortableGroupProps extends ComponentProps<'div'> {
  /** Ids in their current order. */
  ids: readonly string[]
  /** Name of an entry, for its handle and for the announcement of a move. */
  nameOf: (id: string) => string
  /** Called with the order after a move. The component stores no order. */
  onIdsChange: (ids: readonly string[]) => void
}

/**
 * Wraps a list or a table body whose entries can be reordered, by pointer and by keys. Entries use `useSortableEntry`.
 */
export function SortableGroup({ ids, nameOf, onIdsChange, children, ...props }: SortableGroupProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  useUniqueIds('SortableGroup', 'entries', ids, all => all)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const context = useMemo<SortableContextValue>(
    () => ({
      ids,
      nameOf,
      move(id, to) {
        const next = moveId(ids, id, to)
        if (next === ids) return
        onIdsChange(next)
        announce(
          intl.formatMessage(
            { id: 'DesignSystem.Sortable.Moved' },
            { name: nameOf(id), position: next.indexOf(id) + 1, count: next.length },
          ),
        )
      },
    }),
    [ids, nameOf, onIdsChange, announce, intl],
  )
  return (
    <div role="group" data-slot="sortable-group" {...props}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={silent}
        onDragEnd={({ active, over }) => {
          if (over) context.move(String(active.id), ids.indexOf(String(over.id)))
        }}
      >
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          <Sortable value={context}>{children}</Sortable>
        </SortableContext>
      </DndContext>
    </div>
  )
}

/** Props that an entry of a `SortableGroup` spreads on its element; it follows the pointer while it is dragged. */
export function useSortableEntry(id: string): {
  ref: (element: HTMLElement | null) => void
  style: CSSProperties
  'data-dragging': true | undefined
} {
  const { setNodeRef, transform, transition, isDragging } = useSortable({ id })
  return {
    ref: setNodeRef,
    'data-dragging': isDragging || undefined,
    style: transform
      ? {
          transform: `translateY(${Math.round(transform.y)}px)`,
          transition,
          ...(isDragging ? { position: 'relative', zIndex: 1 } : {}),
        }
      : {},
  }
}

export interface SortableHandleProps extends Omit<ComponentProps<'button'>, 'children' | 'id'> {
  /** Id of its entry. */
  entryId: string
}

/** Handle of an entry: dragging moves it; with the focus, the arrows move it by one, Home and End to the ends. */
export function SortableHandle({ entryId, className, onKeyDown, ...props }: SortableHandleProps) {
  const intl = useIntl()
  const group = use(Sortable)
  if (!group) throw new Error('SortableHandle stands inside a SortableGroup.')
  const { setActivatorNodeRef, listeners } = useSortable({ id: entryId })
  return (
    <button
      ref={setActivatorNodeRef}
      type="button"
      data-slot="sortable-handle"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Sortable.Handle' }, { name: group.nameOf(entryId) })}
      aria-keyshortcuts="ArrowUp ArrowDown Home End"
      {...(listeners?.['onPointerDown'] ? { onPointerDown: listeners['onPointerDown'] as never } : {})}
      onKeyDown={event => {
        onKeyDown?.(event)
        const to =
          event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey
            ? undefined
            : targetIndexOfKey(event.key, group.ids.indexOf(entryId), group.ids.length)
        if (to === undefined) return
        event.preventDefault()
        group.move(entryId, to)
      }}
      className={cn(
        'focus-ring inline-flex size-control-sm shrink-0 cursor-grab touch-none items-center justify-center rounded-chip text-fg-muted hover:bg-surface-hover hover:text-fg',
        className,
      )}
      {...props}
    >
      <Icon icon={GripVertical} size={12} />
    </button>
  )
}
