import type { LiveEvent } from '@assay/risk-service/contract'

/**
 * The kinds that views subscribe to; `reset` reaches every view: events were missed, and everything shown may be
 * outdated.
 */
export type LiveKind = Exclude<LiveEvent['kind'], 'reset'>
export type LiveHandler = (event: LiveEvent) => void

const handlers = new Set<{ kinds: readonly LiveKind[]; handler: LiveHandler }>()
const connectionListeners = new Set<() => void>()
let connected = false

/** Subscribes a view to some kinds of events; returns the function that unsubscribes. */
export function subscribeToLiveEvents(kinds: readonly LiveKind[], handler: LiveHandler): () => void {
  const entry = { kinds, handler }
  handlers.add(entry)
  return () => {
    handlers.delete(entry)
  }
}

/** Publishes one event of the stream to the views that subscribed to its kind. */
export function publishLiveEvent(event: LiveEvent): void {
  for (const { kinds, handler } of [...handlers])
    if (event.kind === 'reset' || kinds.includes(event.kind)) handler(event)
}

/** Whether the stream is open at the moment. */
export function isLive(): boolean {
  return connected
}

export function setLive(value: boolean): void {
  if (connected === value) return
  connected = value
  for (const listener of connectionListeners) listener()
}

export function subscribeToLive(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => {
    connectionListeners.delete(listener)
  }
}
