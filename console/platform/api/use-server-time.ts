import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const tick = 1000
/** The longest wait of a timer of the browser, with a margin: a later instant is looked at again then. */
const longestWait = 24 * 60 * 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

const update = () => {
  current = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(update, tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    current = 0
  }
}

function snapshot(): number {
  if (current === 0) current = serverNow()
  return current
}

/** The current time of the service in milliseconds, renewed every second: for countdowns, in small components. */
export function useServerTime(): number {
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

/**
 * Whether an instant has passed by the clock of the service; renders once when it does. A page that was asleep catches
 * up when it is visible again.
 * @param instant milliseconds; null: never
 */
export function useHasPassed(instant: number | null): boolean {
  const [turn, render] = useReducer((count: number) => count + 1, 0)
  const passed = instant !== null && serverNow() >= instant
  useEffect(() => {
    if (instant === null || passed) return
    const due = setTimeout(render, Math.min(Math.max(instant - serverNow(), 0) + 1, longestWait))
    document.addEventListener('visibilitychange', render)
    return () => {
      clearTimeout(due)
      document.removeEventListener('visibilitychange', render)
    }
  }, [instant, passed, turn])
  return passed
}
