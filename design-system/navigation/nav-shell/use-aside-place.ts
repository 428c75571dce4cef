import { type RefObject, useLayoutEffect, useState } from 'react'
import { belowLg, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'

/** Templates whose page fills the main region and scrolls in its parts; others scroll as a whole. */
const sheets = ['list-page', 'explorer-page', 'editor-page', 'settings-page', 'wizard-page']
  .map(slot => `[data-slot="${slot}"]`)
  .join()
const filterBar = '[data-slot="filter-bar"]'

const isVisible = (element: Element): boolean => element.getClientRects().length > 0

/** The part of the page from which on the aside is beside it: that of the filters, else what follows the header. */
function firstBeside(main: HTMLElement): Element | undefined {
  const sheet = [...main.querySelectorAll(sheets)].find(isVisible)
  const parts = [...(sheet?.children ?? [])].filter(isVisible)
  const header = parts.findIndex(part => part.matches('[data-slot="page-header"]'))
  return parts.find(part => part.matches(filterBar) || part.querySelector(filterBar)) ?? parts[header + 1]
}

/** Where an aside is: `over` the page, `beside` its parts from the filters down, or beside the whole `main` region. */
export type AsidePlace = 'over' | 'beside' | 'main'

/** Place of an aside, and its distance in pixels from the start of the main region. */
export function useAsidePlace(
  main: RefObject<HTMLElement | null>,
  open: boolean,
): { place: AsidePlace; start: number } {
  const narrow = useMediaQuery(belowLg)
  const [measured, setMeasured] = useState<{ beside: boolean; start: number }>({ beside: false, start: 0 })
  useLayoutEffect(() => {
    const element = main.current
    if (!open || !element) return
    let frame = 0
    const measure = () => {
      const first = firstBeside(element)
      const start = first ? Math.max(0, first.getBoundingClientRect().top - element.getBoundingClientRect().top) : 0
      // A page with a long head would leave no room.
      const beside = first !== undefined && start < element.clientHeight / 2
      const next = { beside, start: beside ? Math.round(start) : 0 }
      setMeasured(before => (before.beside === next.beside && before.start === next.start ? before : next))
    }
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    const resized = new ResizeObserver(later)
    resized.observe(element)
    const changed = new MutationObserver(later)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      changed.disconnect()
    }
  }, [main, open])
  return { place: narrow ? 'over' : measured.beside ? 'beside' : 'main', start: measured.start }
}
