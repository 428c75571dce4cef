import { useFormat } from '@assay/design-system'
import { loadCountryCentres } from '@assay/design-system/map'
import type { EventRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../api/client.ts'
import { caseInputOf } from '../cases/case-links.ts'
import { drawnPlaces, type ShownLayers } from './drawn-places.ts'

/** Loads the places of an event, and what the map draws of them. */
export function useEventPlaces(
  row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'>,
  { previous, density }: ShownLayers,
) {
  const intl = useIntl()
  const { duration } = useFormat()
  const query = useQuery(api.events.places.queryOptions({ input: caseInputOf(row), staleTime: 60_000 }))
  // Bundled with the map: no server is asked for it. Without it, places that are known by their country have no mark.
  const centres = useQuery({ queryKey: ['country-centres'], queryFn: loadCountryCentres, staleTime: Infinity })
  const drawn = useMemo(
    () => drawnPlaces({ intl, duration }, query.data, centres.data ?? new Map(), { previous, density }),
    [intl, duration, query.data, centres.data, previous, density],
  )
  return { query, ...drawn }
}
