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
  stubMedia(null)
  Object.assign(Range.prototype, { getClientRects: () => [] })
  Object.assign(Element.prototype, {
    scrollBy: () => undefined,
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  })
}

/**
 * Stubs the width of the page, until `vi.unstubAllGlobals`.
 * @param length media queries with this length match, others do not; null: none does
 */
export function stubMedia(length: string | null): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: length !== null && media.includes(length),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
