import { type LonLat, loadCountryCentres, type MapArc, type MapPoint } from '@assay/design-system/map'
import type { EventPlace, EventPlaces, EventRow, PreviousLocation } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { distanceText } from './distance-text.ts'

type Centres = ReadonlyMap<string, LonLat>
type Position = Pick<EventPlace, 'country' | 'latitude' | 'longitude' | 'radiusKm'>

/** Loads the places of an event, and what the map draws of them. */
export function useEventPlaces(
  row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'>,
  showPrevious: boolean,
  showDensity = false,
) {
  const intl = useIntl()
  const query = useQuery(api.events.places.queryOptions({ input: caseInputOf(row), staleTime: 60_000 }))
  // Bundled with the map: no server is asked for it. Without it, places that are known by their country have no mark.
  const centres = useQuery({ queryKey: ['country-centres'], queryFn: loadCountryCentres, staleTime: Infinity })
  const drawn = useMemo(
    () => drawnPlaces(intl, query.data, centres.data ?? new Map(), showPrevious, showDensity),
    [intl, query.data, centres.data, showPrevious, showDensity],
  )
  return { query, ...drawn }
}

/**
 * Returns the marks and lines of an event; a place without any position has no mark. With its density, a mark grows with
 * the other events at its place.
 */
export function drawnPlaces(
  intl: IntlShape,
  data: EventPlaces | undefined,
  centres: Centres,
  showPrevious: boolean,
  showDensity = false,
): { points: readonly MapPoint[]; arcs: readonly MapArc[] } {
  if (data === undefined) return { points: [], arcs: [] }
  const previous = showPrevious ? [...data.previous].reverse() : []
  const points = [
    ...data.places.flatMap(place =>
      pointOf(place, place.id, place.kind, placeLabel(intl, place), centres).map(point =>
        showDensity && place.otherEvents !== null ? { ...point, value: place.otherEvents } : point,
      ),
    ),
    ...previous.flatMap((location, index) =>
      pointOf(location, previousId(index), 'other', previousLabel(intl, location, index + 1), centres),
    ),
  ]
  const kinds = new Map(data.places.map(({ id, kind }) => [id, kind]))
  const arcs = data.pairs.flatMap(({ from, to, km, approximate, far, countriesDiffer }): MapArc[] =>
    isDrawn(kinds.get(from), kinds.get(to))
      ? [
          {
            id: `${from} ${to}`,
            from,
            to,
            alert: far || countriesDiffer,
            line: approximate || km === null ? 'dashed' : 'solid',
            distance: km === null ? null : distanceText(intl, km, 'kilometer', approximate),
          },
        ]
      : [],
  )
  const legs = previous.slice(1).map(
    ({ impossible, kmPerHour }, index): MapArc => ({
      id: `leg ${index}`,
      from: previousId(index),
      to: previousId(index + 1),
      impossible,
      line: 'dotted',
      distance: impossible && kmPerHour !== null ? speedText(intl, kmPerHour) : null,
    }),
  )
  return { points, arcs: [...arcs, ...legs] }
}

const previousId = (index: number): string => `previous ${index}`
const lines = new Set(['ip billing', 'ip shipping', 'billing shipping'])
const isDrawn = (from: string | undefined, to: string | undefined): boolean =>
  lines.has(`${from} ${to}`) || lines.has(`${to} ${from}`)

function pointOf(
  { country, latitude, longitude, radiusKm }: Position,
  id: string,
  kind: MapPoint['kind'],
  label: string,
  centres: Centres,
): MapPoint[] {
  const ring = radiusKm === null ? {} : { radiusKm }
  if (latitude !== null && longitude !== null) return [{ id, kind, label, latitude, longitude, ...ring }]
  const centre = country === null ? undefined : centres.get(country)
  return centre ? [{ id, kind, label, ...centre }] : []
}

/** Name of a country; its code where the browser knows no name. */
export const countryText = (intl: IntlShape, country: string): string =>
  intl.formatDisplayName(country, { type: 'region', fallback: 'code' }) ?? country

/** The text of a place with its country. */
export const placeLabel = (intl: IntlShape, { text, country }: Pick<EventPlace, 'text' | 'country'>): string =>
  [text, country === null ? '' : countryText(intl, country)].filter(Boolean).join(', ')

const previousLabel = (intl: IntlShape, { ip, country, at }: PreviousLocation, number: number): string =>
  `${intl.formatNumber(number)} · ${placeLabel(intl, { text: ip, country })} · ${intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}`

/** A speed in whole kilometres per hour. */
export const speedText = (intl: IntlShape, kmPerHour: number): string =>
  intl.formatNumber(kmPerHour, { style: 'unit', unit: 'kilometer-per-hour', maximumFractionDigits: 0 })
