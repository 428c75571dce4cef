import { useSyncExternalStore } from 'react'

/** What helps on every page and is open now: the palette, perhaps in one of its scopes, or the list of shortcuts. */
export type Assist = { kind: 'palette'; scope?: string } | { kind: 'shortcuts' } | { kind: 'about' } | null

let open: Assist = null
const listeners = new Set<() => void>()

export function showAssist(next: Assist): void {
  open = next
  for (const listener of listeners) listener()
}

export function useAssist(): Assist {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => { listeners.delete(listener) }
  }, () => open)
}

/** Code of the palette; asked for before it is needed. */
export const loadPalette = () => import('../sections/command-palette/command-palette.tsx')
