import { useSyncExternalStore } from 'react'

export interface Connection {
  /** No connection, or a service that cannot be reached. */
  offline: boolean
  /**
   * Minutes by which this device's clock is ahead of the service's; negative: behind. Zero while it makes no
   * difference.
   */
  clockMinutes: number
}

/** How far the clocks may differ before the user is notified; the service accepts tokens with the same tolerance. */
const clockTolerance = 5 * 60_000
/** How often a service that is out of reach is looked for. */
const probeInterval = 5000
/** The status of a service that starts, or has no database: it is within reach, and cannot work yet. */
const unavailableStatus = 503

let connection: Connection = { offline: false, clockMinutes: 0 }
let timer: ReturnType<typeof setInterval> | undefined
/** A request reached no service: it is repeated when the service is within reach. */
let hasMissedRequests = false
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()
const probeListeners = new Set<() => void>()

function updateConnection(next: Partial<Connection>): void {
  const before = connection
  connection = { ...before, ...next }
  if (before.offline === connection.offline && before.clockMinutes === connection.clockMinutes) return
  for (const listener of listeners) listener()
}

/** Minutes between two clocks; zero within the tolerance. */
export function clockDifference(device: number, date: string | null): number {
  const service = Date.parse(date ?? '')
  return Number.isFinite(service) && Math.abs(device - service) > clockTolerance
    ? Math.round((device - service) / 60_000)
    : 0
}

/** Minutes between the clocks by the date of an answer; an answer without a date leaves them unchanged. */
const minutesOf = (date: string | null): number =>
  date === null ? connection.clockMinutes : clockDifference(Date.now(), date)

/** The service is within reach, and has sent its time. */
function recordReachable(date: string | null): void {
  clearInterval(timer)
  timer = undefined
  const back = hasMissedRequests
  hasMissedRequests = false
  updateConnection({ offline: false, clockMinutes: minutesOf(date) })
  if (back) for (const listener of reconnectListeners) listener()
}

/** A call was answered. What was about a service that is not ready yet is tried again when it is. */
export function recordResponse(date: string | null, status: number): void {
  if (status === unavailableStatus) return startProbing()
  // The answer may have been sent before the network failed, or the service may run on this device: a probe decides.
  if (connection.offline && !navigator.onLine) void probe(recordReachable)
  else recordReachable(date)
}

/** Checks whether the service is within reach. */
async function probe(onAnswer: (date: string | null) => void): Promise<void> {
  const before = navigator.onLine
  try {
    const answer = await fetch('/api/build', { cache: 'no-store', signal: AbortSignal.timeout(probeInterval) })
    for (const listener of probeListeners) listener()
    if (before && !navigator.onLine) return await probe(onAnswer)
    if (answer.status === unavailableStatus) return startProbing()
    onAnswer(answer.headers.get('date'))
  } catch {
    recordOffline()
  }
}

function startProbing(): void {
  hasMissedRequests = true
  timer ??= setInterval(() => {
    if (navigator.onLine) void probe(recordReachable)
  }, probeInterval)
}

/** No network: a probe is needless. */
function recordOffline(): void {
  startProbing()
  updateConnection({ offline: true })
}

/**
 * A call reached no service. One address alone may be cut off, so a probe precedes any notice. The failed request is
 * repeated after a later answer and not after this one: an address that remains cut off would be requested without a
 * pause.
 */
export function recordNoResponse(): void {
  if (!navigator.onLine) return recordOffline()
  startProbing()
  void probe(date => updateConnection({ offline: false, clockMinutes: minutesOf(date) }))
}

/** Observes the network state that the browser reports. */
export function watchConnection(): void {
  window.addEventListener('offline', recordOffline)
  window.addEventListener('online', () => void probe(recordReachable))
  if (!navigator.onLine) recordOffline()
}

/** Called whenever a look for the service is answered. */
export function onProbe(listener: () => void): () => void {
  probeListeners.add(listener)
  return () => probeListeners.delete(listener)
}

/** Called whenever the service can be reached again. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)

/** True while nothing can be saved; what would be changed is disabled then, with `Offline.Writes` as the reason. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => connection.offline)
