import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs the action at once, or as soon as the last run is this long ago; calls in between make
 * one run.
 */
export function useSpaced(milliseconds: number, action: () => unknown): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  // The action of the latest render, which may ask for something else by now.
  const current = useRef(action)
  useEffect(() => {
    current.current = action
  })
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return () => {
    if (timer.current !== null) return
    const run = () => {
      timer.current = null
      last.current = performance.now()
      current.current()
    }
    const wait = last.current + milliseconds - performance.now()
    if (wait <= 0) run()
    else timer.current = setTimeout(run, wait)
  }
}
