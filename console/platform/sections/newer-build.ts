import type { ServedBuild } from '@assay/risk-service/contract'
import { useSyncExternalStore } from 'react'
import { siteConfiguration } from '../site/site-configuration.ts'

/** How often the service is asked which build it serves: milliseconds. */
export const buildCheckInterval = 10 * 60_000

let newer = false
const listeners = new Set<() => void>()

/** True when the service serves another build than this page's. */
export function isOtherBuild(page: ServedBuild, served: unknown): boolean {
  return (
    typeof served === 'object' &&
    served !== null &&
    'build' in served &&
    'revision' in served &&
    (served.build !== page.build || served.revision !== page.revision)
  )
}

/** Asks the service for its build; a newer one is offered from then on, never taken by itself. */
export async function checkBuild(): Promise<void> {
  if (newer) return
  try {
    const answer = await fetch('/api/build', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (!answer.ok || !isOtherBuild(siteConfiguration(), await answer.json())) return
    newer = true
    for (const listener of listeners) listener()
  } catch {
    // Asked again in ten minutes.
  }
}

/** Asks from now on every ten minutes. */
export function watchBuild(): void {
  setInterval(() => void checkBuild(), buildCheckInterval)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewerBuild = (): boolean => useSyncExternalStore(subscribe, () => newer)
