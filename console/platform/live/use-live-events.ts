import type { LiveEvent } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isLive, type LiveKind, subscribeToLive, subscribeToLiveEvents } from './live-events.ts'

/**
 * Hears of changes of these kinds while the view is there. An event says where something changed; the view asks for
 * what. `reset` comes in any case: fetch everything anew.
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
