import { preloadCommandPalette } from '@assay/design-system'
import { useSyncExternalStore } from 'react'

/** What helps on every page and is open now: the palette, perhaps in one of its scopes, or the list of shortcuts. */
export type Overlay =
  | { kind: 'palette'; scope?: string }
  | { kind: 'shortcuts' }
  | { kind: 'about' }
  | { kind: 'support' }
  | null

let open: Overlay = null
const listeners = new Set<() => void>()

export function showOverlay(next: Overlay): void {
  open = next
  for (const listener of listeners) listener()
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => open,
  )
}

const fetchPalette = () => import('../../sections/command-palette/command-palette.tsx')
type PaletteModule = Awaited<ReturnType<typeof fetchPalette>>
let palette: PaletteModule | undefined

/** Code of the palette with its imports; preloaded before it is needed. */
export async function loadPalette(): Promise<PaletteModule> {
  const [module] = await Promise.all([fetchPalette(), preloadCommandPalette()])
  palette = module
  return module
}

/** Preloads the palette; after a failure its first use fetches it again. */
export function preloadPalette(): void {
  loadPalette().catch(() => undefined)
}

/** The palette, when it was fetched already: it then opens without a fallback. */
export const loadedPalette = () => palette?.PaletteSection
