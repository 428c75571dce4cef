import type { LiveEvent } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useReviewStarts } from '../../platform/cases/use-open-case.ts'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { useLiveEvents } from '../../platform/live/use-live-events.ts'
import { createThrottle } from '../../platform/timing/throttle.ts'

/** Milliseconds: many changes within it are one read. */
const throttleSpan = 1_000

/**
 * Calls back when a case or a queue of the environment, or of one below it, has changed, at most once a second, and not
 * while the page of a case is being opened, which replaces this one.
 * @param onChange reads again what is shown
 * @param queueId only changes of this queue, or of several at once
 * @param onReset events were missed: everything that is shown may be outdated
 */
export function useCaseChanges(onChange: () => void, queueId?: string, onReset: () => void = () => undefined): void {
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const isStarting = useReviewStarts()
  const run = useEffectEvent(() => (isStarting() ? throttle.schedule() : onChange()))
  const throttle = useMemo(() => createThrottle(() => run(), throttleSpan), [])
  useEffect(() => throttle.cancel, [throttle])
  const concerns = (event: LiveEvent) =>
    event.kind !== 'cases' ||
    ((event.environmentId === environment.id ||
      environments.some(({ id, ancestorIds }) => id === event.environmentId && ancestorIds.includes(environment.id))) &&
      (queueId === undefined || event.queueId === null || event.queueId === queueId))
  useLiveEvents(['cases'], event => {
    if (event.kind === 'reset') onReset()
    if (concerns(event)) throttle.schedule()
  })
}
