import { useSyncExternalStore } from 'react'

const period = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    // A hidden page needs no updates; it catches up at the next tick after it is shown.
    if (document.visibilityState === 'hidden') return
    current = Date.now()
    for (const each of listeners) each()
  }, period)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
      current = 0
    }
  }
}

function snapshot(): number {
  if (current === 0) current = Date.now()
  return current
}

/** The current time, the same for every time on the page, updated while the page is visible. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}
