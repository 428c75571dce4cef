import type { ServedBuild } from '@assay/risk-service/contract'
import { useSyncExternalStore } from 'react'
import { siteConfiguration } from '../site/site-configuration.ts'
import { trackPoll } from '../telemetry/telemetry.ts'

/** Milliseconds between two checks of the build that the service serves. */
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

/** Checks the build of the service; a newer one is offered from then on, and never loaded without a click. */
export async function checkBuild(): Promise<void> {
  if (newer) return
  try {
    const answer = await fetch('/api/build', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    trackPoll('build')
    if (!answer.ok || !isOtherBuild(siteConfiguration(), await answer.json())) return
    newer = true
    for (const listener of listeners) listener()
  } catch {
    // The next check is in ten minutes.
  }
}

/** Starts a check every ten minutes. */
export function watchBuild(): void {
  setInterval(() => void checkBuild(), buildCheckInterval)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewerBuild = (): boolean => useSyncExternalStore(subscribe, () => newer)
