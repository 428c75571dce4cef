import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the form that asked is still on the page when the answer comes. What was closed meanwhile neither closes what
 * was opened after it nor leads away from where somebody went.
 */
export function useIsMounted(): () => boolean {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return useCallback(() => shown.current, [])
}
