import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the form that sent a request is still mounted when the answer arrives. A form that was closed must neither
 * close what was opened after it nor navigate away from another page.
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
