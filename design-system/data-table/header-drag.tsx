import { DndContext, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core'
import type { ReactNode } from 'react'

// Moves are said by the table's own announcer, in the reader's language; the menu and the panel do the same without a pointer.
const silent = {
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
  screenReaderInstructions: { draggable: '' },
  restoreFocus: false,
}

/** Columns can be dragged by their heads: an extra beside the menu. A short press stays a click. */
export function HeaderDrag({ onPlace, children }: { onPlace: (id: string, target: string) => void; children: ReactNode }) {
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
