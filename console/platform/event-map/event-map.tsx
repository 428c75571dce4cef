import { SkeletonRows, useMediaQuery } from '@assay/design-system'
import { GeoMap } from '@assay/design-system/map'
import type { EventRow } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../errors/page-error.tsx'
import { DistanceTable } from './distance-table.tsx'
import { PlaceDensity } from './place-density.tsx'
import { PlaceLegend } from './place-legend.tsx'
import { PreviousLocations } from './previous-locations.tsx'
import { PreviousTimeline, timeScale } from './previous-timeline.tsx'
import { useEventPlaces } from './use-event-places.ts'
import { useMapTiles } from './use-map-tiles.ts'

/** The time of all earlier locations: up to the end of the slider, or of the only moment. */
function wholeTime(previous: Parameters<typeof timeScale>[0]): [number, number] {
  const scale = timeScale(previous)
  const only = Date.parse(previous[0]?.at ?? '')
  return scale === null ? [only, only] : [scale.min, scale.max]
}

/** Where an event came from and goes to: the map, and beside it the same facts as text. */
export function EventMap({ row }: { row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'> }) {
  const intl = useIntl()
  const [time, setTime] = useState<readonly [number, number] | null>(null)
  const [showDensity, setShowDensity] = useState(false)
  const [target, setTarget] = useState<{ id: string }>()
  const { query, points, arcs } = useEventPlaces(row, { previous: time, density: showDensity })
  const tiles = useMapTiles(row.environmentId)
  const narrow = useMediaQuery('(width < 40rem)')
  if (query.isPending) return <SkeletonRows rows={8} className="*:px-4" />
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  const { places, pairs, previous, farKm } = query.data
  const onlyCountries = places.length > 0 && places.every(({ latitude }) => latitude === null)
  return (
    <div className="@container">
      <div className="grid @3xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col">
          <GeoMap
            className="min-h-[24rem] flex-1 @3xl:min-h-[40rem]"
            label={intl.formatMessage({ id: 'Review.Map.Title' })}
            points={points}
            arcs={arcs}
            valueName={intl.formatMessage({ id: 'Review.Map.Density.Value' })}
            empty={<FormattedMessage id="Review.Map.None" />}
            defaultView={narrow ? 'list' : 'map'}
            {...(target ? { target } : {})}
            {...(tiles ? { tiles } : {})}
          />
          {time === null ? null : <PreviousTimeline locations={previous} time={time} onTimeChange={setTime} />}
        </div>
        <div className="flex flex-col gap-4 border-line-subtle p-4 @max-3xl:border-bs @3xl:border-s">
          <PlaceLegend places={places} onPlace={id => setTarget({ id })} />
          <DistanceTable places={places} pairs={pairs} farKm={farKm} />
          <PlaceDensity places={places} shown={showDensity} onShownChange={setShowDensity} />
          <PreviousLocations
            locations={previous}
            time={time}
            onLocate={id => setTarget({ id })}
            onShownChange={shown => setTime(shown ? wholeTime(previous) : null)}
          />
          <p className="mbs-auto text-xs text-fg-muted">
            {onlyCountries ? (
              <>
                <FormattedMessage id="Review.Map.OnlyCountries" />{' '}
              </>
            ) : null}
            <FormattedMessage id={tiles ? 'Review.Map.Provider' : 'Review.Map.Local'} />
          </p>
        </div>
      </div>
    </div>
  )
}
