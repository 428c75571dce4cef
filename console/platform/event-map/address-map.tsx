import { Button, Icon } from '@assay/design-system'
import { GeoMap } from '@assay/design-system/map'
import type { EventRow } from '@assay/risk-service/contract'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { PlaceWarnings } from './distance-table.tsx'
import { PlaceDensity } from './place-density.tsx'
import { useEventPlaces } from './use-event-places.ts'

interface AddressMapProps {
  row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'>
  /** Address of the tab with the whole map. */
  mapHref: string
}

/** A small map of the places of an event; without a place it is not shown. */
export function AddressMap({ row, mapHref }: AddressMapProps) {
  const intl = useIntl()
  const [showDensity, setShowDensity] = useState(false)
  const { query, points, arcs } = useEventPlaces(row, { previous: null, density: showDensity })
  if (query.data === undefined || points.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <GeoMap
        className="h-[17.5rem] border border-line-subtle"
        label={intl.formatMessage({ id: 'Review.Map.Title' })}
        points={points}
        arcs={arcs}
        valueName={intl.formatMessage({ id: 'Review.Map.Density.Value' })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PlaceWarnings pairs={query.data.pairs.filter(({ far }) => far)} farKm={query.data.farKm} />
        <Button asChild variant="ghost" size="sm" className="ms-auto">
          <Link to={mapHref} replace>
            <Icon icon={Maximize2} size={12} />
            <FormattedMessage id="Review.Map.Maximize" />
          </Link>
        </Button>
      </div>
      <PlaceDensity places={query.data.places} shown={showDensity} onShownChange={setShowDensity} />
    </div>
  )
}
