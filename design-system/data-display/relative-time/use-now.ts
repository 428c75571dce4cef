import { useSyncExternalStore } from 'react'

const period = 30_000
const listeners = new Set<() => void>()
/** Milliseconds that the time may lag behind when something new appears. */
const maxLag = 1000
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

function update(): void {
  current = Date.now()
  for (const each of listeners) each()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    // A hidden page needs no updates; it catches up at the next tick after it is shown.
    if (document.visibilityState === 'hidden') return
    update()
  }, period)
  // What appears between two ticks, such as a record that was just made, must not lie in the future.
  if (Date.now() - current >= maxLag) update()
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
