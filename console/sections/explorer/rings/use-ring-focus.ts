import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** The button that opens a ring, and the choices above the list. */
const ringButton = 'li[data-ring] > button:first-child'
const choice = '[role="combobox"]'

/**
 * Keeps the focus in a list of rings from which one goes with its menu, as after it was dismissed: the ring that takes
 * its place gets the focus, or the last choice above the list where none is left.
 * @param area the list with the choices above it
 * @returns properties of the area
 */
export function useRingFocus(area: RefObject<HTMLElement | null>) {
  /** Place in the list of the ring that has the focus; null: the focus is elsewhere. */
  const place = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const rings = [...(area.current?.querySelectorAll<HTMLElement>(ringButton) ?? [])]
    const heir = rings[Math.min(place.current, rings.length - 1)]
    const choices = [...(area.current?.querySelectorAll<HTMLElement>(choice) ?? [])]
    ;(heir ?? choices.at(-1))?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      const ring = target.closest('li[data-ring]')
      // Menus and dialogs of a ring are outside of the list.
      if (ring === null || !area.current?.contains(ring)) return
      place.current = [...area.current.querySelectorAll('li[data-ring]')].indexOf(ring)
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) place.current = null
    },
  }
}
