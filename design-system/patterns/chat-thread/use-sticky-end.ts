import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as the end. */
const tolerance = 24

/**
 * Keeps the end of a scrolling log in view while its content grows, unless the person has scrolled away to read.
 */
export function useStickyEnd(log: RefObject<HTMLElement | null>, content: unknown) {
  const [atEnd, setAtEnd] = useState(true)
  const follows = useRef(true)

  const scrollToEnd = useCallback(() => {
    follows.current = true
    setAtEnd(true)
    const element = log.current
    if (element) element.scrollTop = element.scrollHeight
  }, [log])

  useEffect(() => {
    const element = log.current
    if (!element) return
    const measure = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight <= tolerance
      setAtEnd(follows.current)
    }
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [log])

  useLayoutEffect(() => {
    const element = log.current
    if (element && follows.current) element.scrollTop = element.scrollHeight
  }, [log, content])

  return { atEnd, scrollToEnd }
}
