import type { LiveEvent } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isLive, type LiveKind, subscribeToLive, subscribeToLiveEvents } from './live-events.ts'

/**
 * Subscribes to events of these kinds while the view is mounted. An event names the place of a change; the view fetches
 * the change itself. `reset` is received in any case: everything has to be fetched again.
 */
export function useLiveEvents(kinds: readonly LiveKind[], handler: (event: LiveEvent) => void): void {
  const handle = useEffectEvent(handler)
  const names = kinds.join(' ')
  useEffect(() => subscribeToLiveEvents(names.split(' ') as LiveKind[], event => handle(event)), [names])
}

/** Whether changes arrive by themselves at the moment. */
export function useLive(): boolean {
  return useSyncExternalStore(subscribeToLive, isLive)
}
