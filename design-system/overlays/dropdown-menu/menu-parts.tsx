import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'

export interface MenuItemParts {
  /** Icon before the text. */
  start?: ReactNode
  /** The equivalent key or chord: `T`, `Mod+K`. */
  shortcut?: string
}

/** Text of a row, cut at the end of the menu, and its key at the inline end. */
export function MenuItemContent({ start, shortcut, children }: MenuItemParts & { children: ReactNode }) {
  return (
    <>
      {start}
      <span className="min-w-0 truncate">{children}</span>
      {shortcut ? (
        <span className="ms-auto flex ps-4">
          <Kbd keys={shortcut} />
        </span>
      ) : null}
    </>
  )
}

/** Content of a row that opens a submenu. */
export function MenuSubTriggerContent({ start, children }: Pick<MenuItemParts, 'start'> & { children: ReactNode }) {
  return (
    <>
      {start}
      <span className="min-w-0 truncate">{children}</span>
      <span className="ms-auto flex ps-4 text-fg-muted">
        <DirectionalIcon icon={ChevronRight} size={12} />
      </span>
    </>
  )
}
