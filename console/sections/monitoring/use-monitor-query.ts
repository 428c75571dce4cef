import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { concernsFigures } from '../../platform/live/concerns-figures.ts'
import { useLive, useLiveEvents } from '../../platform/live/use-live-events.ts'
import { createThrottle } from '../../platform/timing/throttle.ts'

/** Figures are fetched anew at this interval in any case: milliseconds. */
const interval = 60_000

/**
 * Reads figures of an assessment: once a minute, and as its events are decided, at most once in `liveSpan` milliseconds.
 * @param assessment its key or its id: events have the key alone, which is in the figures
 */
export function useMonitorQuery<Data extends { now: string; eventType?: string }, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  assessment: string,
  liveSpan: number,
) {
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const { enabled = true } = options
  const query = useQuery({ ...options, refetchInterval: interval })
  const { refetch } = query
  const throttle = useMemo(() => {
    let reading = false
    let outdated = false
    const read = async () => {
      if (reading) {
        outdated = true
        return
      }
      reading = true
      // A reading is never cancelled by the next event: where it takes longer than the events are apart, none would end.
      await refetch({ cancelRefetch: false })
      reading = false
      if (!outdated) return
      outdated = false
      created.schedule()
    }
    const created = createThrottle(() => void read(), liveSpan)
    return created
  }, [refetch, liveSpan])
  useEffect(() => throttle.cancel, [throttle])
  const live = useLive()
  const wasLive = useRef(live)
  useEffect(() => {
    // The stream opens when the page has settled: nobody announces what was decided since the first reading.
    if (live && !wasLive.current && enabled === true) throttle.schedule()
    wasLive.current = live
  }, [live, enabled, throttle])
  const eventType = query.data?.eventType ?? assessment
  useLiveEvents(['decisions'], event => {
    if (enabled === true && concernsFigures(event, { eventType, environmentId: environment.id, environments }))
      throttle.schedule()
  })
  return query
}
