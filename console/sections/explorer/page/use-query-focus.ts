import { type RefObject, useEffect } from 'react'
import { useNavigationType } from 'react-router-dom'

/** Puts the focus on the first element within another one that a selector finds. */
export function focusIn(area: Element | null, selector: string): void {
  area?.querySelector<HTMLElement>(selector)?.focus()
}

/** The picture, or the list that stands for it. */
export const graphSelector = '[role="application"], [role="treegrid"], [role="tree"]'

/** Whether nothing has the focus, or loses it at once: what led here was removed, or is disabled now. */
const isFocusLost = (): boolean => document.activeElement?.matches('body, :disabled') ?? true

/**
 * Puts the focus on the graph of a new query, if the query took away what had it: the act of a ring, or the picture, or
 * the list that stands for it.
 * @param ready whether the graph is there
 */
export function useQueryFocus(area: RefObject<HTMLElement | null>, ready: boolean): void {
  const arrived = useNavigationType() === 'POP'
  useEffect(() => {
    if (!ready || arrived || !isFocusLost()) return
    focusIn(area.current, `[data-slot="ring-bar"] button, ${graphSelector}`)
  }, [ready])
}
