import { startTransition, useEffect, useState } from 'react'

/**
 * False until the first frame with the component has been painted. What a reader does not see at first – rows under the
 * edge, a chart beside figures, cards under the fold – waits for it: what comes first is there sooner.
 */
export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is drawn after its callbacks; a task that follows comes after it.
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
