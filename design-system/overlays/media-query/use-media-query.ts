import { useCallback, useSyncExternalStore } from 'react'

/**
 * Breakpoints of the design system in media queries, for behaviour that CSS alone cannot switch (a modal sheet, a
 * drawer).
 */
export const belowSm = '(width < 40rem)'
export const belowMd = '(width < 56.25rem)'
export const belowLg = '(width < 75rem)'

/** Follows a media query. Returns `false` where there is no window. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
