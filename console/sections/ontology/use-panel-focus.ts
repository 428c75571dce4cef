import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a panel whose content took the place of the button that was pressed in it: the page beside it
 * would begin anew for the keyboard.
 * @param name what the panel is about; null: there is none
 * @returns the panel, which needs a `tabIndex` of -1
 */
export function usePanelFocus(name: string | null): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const before = useRef(name)
  useEffect(() => {
    const isReplaced = before.current !== null && before.current !== name
    before.current = name
    if (isReplaced && document.activeElement === document.body) panel.current?.focus()
  }, [name])
  return panel
}
