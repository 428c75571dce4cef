import { vi } from 'vitest'

/** Of everything that is measured, in pixels. */
const size = 800

/** Provides tables with room for their rows in jsdom, which has no layout: they draw only visible rows. */
export function stubTableLayout(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(size)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(size)
}
