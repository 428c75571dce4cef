import { vi } from 'vitest'

/** Sizes never change in jsdom, which has no layout. */
class IdleObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Stubs the layout of a browser that components of the library need and jsdom lacks, until `vi.unstubAllGlobals`. */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', IdleObserver)
  vi.stubGlobal('IntersectionObserver', IdleObserver)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Object.assign(Range.prototype, { getClientRects: () => [] })
  Object.assign(Element.prototype, {
    scrollBy: () => undefined,
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  })
}
