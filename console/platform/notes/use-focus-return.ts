import { type RefCallback, useCallback, useRef } from 'react'

/**
 * Gives the focus to what appears in place of a field that is closed: the focus is never lost with the field.
 * @returns the ref of what appears, and the function to call when the field is closed
 */
export function useFocusReturn(): [target: RefCallback<HTMLElement>, returnFocus: () => void] {
  const pending = useRef(false)
  const target = useCallback((element: HTMLElement | null) => {
    if (element === null || !pending.current) return
    pending.current = false
    element.focus()
  }, [])
  const returnFocus = useCallback(() => {
    pending.current = true
  }, [])
  return [target, returnFocus]
}
