import { useSyncExternalStore } from 'react'

export interface Connection {
  /** No connection, or a service that cannot be reached. */
  offline: boolean
  /** Minutes by which this device's clock is ahead of the service's; negative: behind. Zero while it makes no difference. */
  clockMinutes: number
}

/** How far the clocks may be apart before anybody has to know; the service takes tokens with the same tolerance. */
export const clockTolerance = 5 * 60_000
/** How often a service that is out of reach is looked for. */
const lookEvery = 5000

let connection: Connection = { offline: false, clockMinutes: 0 }
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const recovered = new Set<() => void>()

function change(next: Partial<Connection>): void {
  const before = connection
  connection = { ...before, ...next }
  if (before.offline === connection.offline && before.clockMinutes === connection.clockMinutes) return
  for (const listener of listeners) listener()
  if (before.offline && !connection.offline) for (const listener of recovered) listener()
}

/** Minutes between two clocks; zero within the tolerance. */
export function clockDifference(device: number, date: string | null): number {
  const service = Date.parse(date ?? '')
  return Number.isFinite(service) && Math.abs(device - service) > clockTolerance ? Math.round((device - service) / 60_000) : 0
}

/** The service answered: it can be reached, and says what time it is. */
export function noteAnswer(date: string | null): void {
  clearInterval(timer)
  timer = undefined
  change({ offline: false, clockMinutes: date === null ? connection.clockMinutes : clockDifference(Date.now(), date) })
}

async function look(): Promise<void> {
  if (!navigator.onLine) return
  try {
    const answer = await fetch('/api/build', { cache: 'no-store', signal: AbortSignal.timeout(lookEvery) })
    noteAnswer(answer.headers.get('date'))
  } catch {
    // Still away.
  }
}

/** A call found nobody: from now on somebody looks for the service until it is back. */
export function noteSilence(): void {
  change({ offline: true })
  timer ??= setInterval(() => void look(), lookEvery)
}

/** Follows what the browser knows of its network. */
export function watchConnection(): void {
  window.addEventListener('offline', noteSilence)
  window.addEventListener('online', () => void look())
  if (!navigator.onLine) noteSilence()
}

/** Called whenever the service can be reached again. */
export function onRecovery(listener: () => void): () => void {
  recovered.add(listener)
  return () => recovered.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)

/** True while nothing can be saved; what would be changed is disabled then, with `Offline.Writes` as the reason. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => connection.offline)
