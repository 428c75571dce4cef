import { useEffect, useState } from 'react'

const tick = 200

export interface Presentation {
  index: number
  playing: boolean
  /** It ran to its end. */
  ended: boolean
  /** 0 to 1. */
  share: number
  /** Plays, pauses, and after the end begins anew. */
  toggle: () => void
}

/** Plays slides one after the other, each for its own time. `onEnd` is called when all of them were shown. */
export function usePresentation(times: readonly number[], onEnd: () => void): Presentation {
  const total = times.reduce((sum, time) => sum + time, 0)
  const [elapsed, setElapsed] = useState(0)
  const [playing, setPlaying] = useState(false)
  const ended = elapsed >= total
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setElapsed(before => Math.min(total, before + tick)), tick)
    return () => clearInterval(timer)
  }, [playing, total])
  useEffect(() => {
    if (!playing || !ended) return
    setPlaying(false)
    onEnd()
  }, [ended, onEnd, playing])
  return {
    index: slideAt(times, elapsed),
    playing,
    ended,
    share: total === 0 ? 0 : elapsed / total,
    toggle: () => {
      if (ended) setElapsed(0)
      setPlaying(!playing)
    },
  }
}

/** Which slide stands after so many milliseconds; the last one stays. */
export function slideAt(times: readonly number[], elapsed: number): number {
  let end = 0
  for (const [index, time] of times.entries()) {
    end += time
    if (elapsed < end) return index
  }
  return Math.max(0, times.length - 1)
}
