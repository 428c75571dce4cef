import {
  DndContext,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'

// Moves are announced by the table's own announcer, in the reader's language; the menu and the panel do the same
// without a pointer.
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

/** Makes columns draggable by their headers, in addition to the menu. A short press remains a click. */
export function HeaderDrag({
  onPlace,
  children,
}: {
  onPlace: (id: string, target: string) => void
  children: ReactNode
}) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 8 } }))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={silent}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onPlace(String(active.id), String(over.id))
      }}
    >
      {children}
    </DndContext>
  )
}

/**
 * Makes a header a drag handle and a drop target. A separate component, so that headers that are never dragged cost
 * nothing.
 */
export function HeaderGrip({ id, cell }: { id: string; cell: RefObject<HTMLElement | null> }) {
  const { listeners, isDragging, setNodeRef } = useDraggable({ id })
  const { isOver, setNodeRef: setDropRef } = useDroppable({ id })
  const press = useEffectEvent((event: globalThis.PointerEvent) => {
    // The edge resizes and the menu opens; neither is a drag.
    if ((event.target as Element).closest('[data-resizer], [data-header-menu]')) return
    const start = listeners?.['onPointerDown'] as ((event: Pick<PointerEvent, 'nativeEvent'>) => void) | undefined
    start?.({ nativeEvent: event })
  })
  useEffect(() => {
    const element = cell.current
    if (!element) return
    setNodeRef(element)
    setDropRef(element)
    const down = (event: globalThis.PointerEvent) => press(event)
    element.addEventListener('pointerdown', down)
    return () => element.removeEventListener('pointerdown', down)
  }, [cell, setNodeRef, setDropRef])
  useEffect(() => {
    cell.current?.toggleAttribute('data-dragging', isDragging)
    cell.current?.toggleAttribute('data-over', isOver && !isDragging)
  }, [cell, isDragging, isOver])
  return null
}
