import type { Dashboard } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { concernsFigures } from '../../../platform/live/concerns-figures.ts'
import { useLiveEvents } from '../../../platform/live/use-live-events.ts'
import { createThrottle } from '../../../platform/timing/throttle.ts'
import type { Period } from '../period/period-label.tsx'
import { type PartQuery, partInterval } from './part-query.ts'

/** Figures are fetched no more often than this, however many decisions arrive: milliseconds. */
const liveSpan = 5000

/** The figures of a period, fetched again as decisions arrive. */
export function useFigures(period: Period, enabled: boolean) {
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const query = useQuery(
    api.dashboard.get.queryOptions({
      input: { environmentId: environment.id, period },
      enabled,
      refetchInterval: partInterval,
      placeholderData: keepPreviousData,
    }),
  )
  const { refetch } = query
  const throttle = useMemo(() => createThrottle(() => void refetch(), liveSpan), [refetch])
  useEffect(() => throttle.cancel, [throttle])
  useLiveEvents(['decisions'], event => {
    // The dashboard has figures of purchases.
    if (enabled && concernsFigures(event, { eventType: 'purchase', environmentId: environment.id, environments }))
      throttle.schedule()
  })
  return query
}

/** Of a card of the figures. */
export interface FigureCardProps {
  figures: PartQuery<Dashboard>
  period: Period
}
