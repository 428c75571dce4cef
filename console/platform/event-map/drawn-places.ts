import type { LonLat, MapArc, MapPoint } from '@assay/design-system/map'
import type { EventPlace, EventPlaces, PreviousLocation } from '@assay/risk-service/contract'
import { legSentence, pairSentence, type SentenceFormat, travelText } from './distance-sentences.ts'
import { distanceText } from './distance-text.ts'
import { placeLabel, placeNames, previousLabel } from './place-text.ts'

type Position = Pick<EventPlace, 'country' | 'latitude' | 'longitude' | 'radiusKm'>

/** What the map shows beside the places and their distances. */
export interface ShownLayers {
  /** Earlier locations of the user within this time, in milliseconds; null for none. */
  previous: readonly [from: number, to: number] | null
  /** A mark grows with the other events at its place. */
  density: boolean
}

/** Returns the marks and lines of an event; a place without any position has no mark. */
export function drawnPlaces(
  format: SentenceFormat,
  data: EventPlaces | undefined,
  centres: ReadonlyMap<string, LonLat>,
  shown: ShownLayers,
): { points: readonly MapPoint[]; arcs: readonly MapArc[] } {
  if (data === undefined) return { points: [], arcs: [] }
  const { intl } = format
  const previous = numberedLocations(data.previous).filter(({ location }) => isShown(location, shown.previous))
  const points = [
    ...data.places.flatMap(place =>
      pointOf(place, place.id, place.kind, placeLabel(intl, place), centres).map(point =>
        shown.density && place.otherEvents !== null ? { ...point, value: place.otherEvents.count } : point,
      ),
    ),
    ...previous.flatMap(({ location, number }) =>
      pointOf(location, previousId(number), 'other', previousLabel(intl, location, number), centres).map(point => ({
        ...point,
        number,
      })),
    ),
  ]
  const kinds = new Map(data.places.map(({ id, kind }) => [id, kind]))
  const nameOf = placeNames(intl, data.places)
  const arcs = data.pairs.flatMap((pair): MapArc[] => {
    const { from, to, km, approximate, far, countriesDiffer } = pair
    return isDrawn(kinds.get(from), kinds.get(to))
      ? [
          {
            id: `${from} ${to}`,
            from,
            to,
            alert: far || countriesDiffer,
            line: approximate || km === null ? 'dashed' : 'solid',
            distance: km === null ? null : distanceText(intl, km, 'kilometer', approximate),
            sentence: pairSentence(intl, pair, { from: nameOf(from), to: nameOf(to) }, data.farKm),
          },
        ]
      : []
  })
  const legs = previous.slice(1).map(
    ({ location: { leg }, number }): MapArc => ({
      id: `leg ${number}`,
      from: previousId(number - 1),
      to: previousId(number),
      impossible: leg?.travel === 'impossible',
      alert: leg !== null && leg.travel !== 'possible',
      line: 'dotted',
      distance: travelText(intl, leg),
      sentence: legSentence(format, leg, { from: number - 1, to: number }),
    }),
  )
  return { points, arcs: [...arcs, ...legs] }
}

/** Gives the locations of a user, the newest first, their numbers from the oldest on; the oldest is the first. */
export const numberedLocations = (locations: readonly PreviousLocation[]) =>
  locations.map((location, index) => ({ location, number: locations.length - index })).reverse()

/** Whether a location lies within the shown time, both ends included. */
export const isShown = ({ at }: Pick<PreviousLocation, 'at'>, time: ShownLayers['previous']): boolean =>
  time !== null && Date.parse(at) >= time[0] && Date.parse(at) <= time[1]

/** The id of the mark of an earlier location. */
export const previousId = (number: number): string => `previous ${number}`
const lines = new Set(['ip billing', 'ip shipping', 'billing shipping'])
const isDrawn = (from: string | undefined, to: string | undefined): boolean =>
  lines.has(`${from} ${to}`) || lines.has(`${to} ${from}`)

function pointOf(
  { country, latitude, longitude, radiusKm }: Position,
  id: string,
  kind: MapPoint['kind'],
  label: string,
  centres: ReadonlyMap<string, LonLat>,
): MapPoint[] {
  const ring = radiusKm === null ? {} : { radiusKm }
  if (latitude !== null && longitude !== null) return [{ id, kind, label, latitude, longitude, ...ring }]
  const centre = country === null ? undefined : centres.get(country)
  return centre ? [{ id, kind, label, ...centre }] : []
}
