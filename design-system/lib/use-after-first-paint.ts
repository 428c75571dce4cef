import { startTransition, useEffect, useState } from 'react'

/**
 * False until the first frame with the component has been painted. Content that is not visible at first – rows below
 * the edge, a chart beside figures, cards below the fold – waits for it, so that the visible content is painted sooner.
 */
export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is painted after its callbacks; a task scheduled in one runs after that.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return painted
}
