import { cn } from '@assay/design-system'
import { pointMarks } from '@assay/design-system/map'
import type { EventPlace } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { placeLabel } from './place-text.ts'

interface PlaceLegendProps {
  places: readonly EventPlace[]
  /** Called with the id of a place whose entry was pressed; without it the entries are plain text. */
  onPlace?: (id: string) => void
}

/** The places of an event with their marks and how exactly each is known. */
export function PlaceLegend({ places, onPlace }: PlaceLegendProps) {
  const intl = useIntl()
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">
        <FormattedMessage id="Review.Map.Title" />
      </h2>
      <ul aria-label={intl.formatMessage({ id: 'Review.Map.Title' })} className="flex flex-col gap-1">
        {places.map(place => (
          <li key={place.id}>
            {onPlace && place.precision !== null ? (
              <button
                type="button"
                className="flex min-h-6 w-full items-start gap-2 rounded-mark text-start hover:bg-surface-hover focus-ring"
                onClick={() => onPlace(place.id)}
              >
                <PlaceEntry place={place} here={numberAt(places, place)} />
              </button>
            ) : (
              <span className="flex min-h-6 items-start gap-2">
                <PlaceEntry place={place} here={numberAt(places, place)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number of places at the coordinates of a place, itself included. */
const numberAt = (places: readonly EventPlace[], { latitude, longitude }: EventPlace): number =>
  places.filter(each => latitude !== null && each.latitude === latitude && each.longitude === longitude).length

/** Why a place has no exact mark, where its data is to blame. */
function problemOf({ kind, precision, hasBadCoordinates }: EventPlace): 'coordinates' | 'ip' | 'country' | null {
  if (hasBadCoordinates) return 'coordinates'
  if (precision !== null) return null
  return kind === 'ip' ? 'ip' : kind === 'store' ? null : 'country'
}

function PlaceEntry({ place, here }: { place: EventPlace; here: number }) {
  const intl = useIntl()
  const { kind, precision, radiusKm } = place
  const problem = problemOf(place)
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        className={cn(
          'mbs-1 size-3 shrink-0 overflow-visible stroke-surface forced-colors:stroke-[Canvas]',
          pointMarks[kind].fill,
        )}
      >
        <path d={pointMarks[kind].path} strokeWidth={2} strokeLinejoin="round" paintOrder="stroke" />
      </svg>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">
            <FormattedMessage id={`Review.Map.Kind.${kind}`} />
          </span>
          <span className="text-xs text-fg-muted">
            {precision === null ? (
              <FormattedMessage id="Review.Map.Unknown" />
            ) : radiusKm === null ? (
              <FormattedMessage id={`Review.Map.Precision.${precision}`} />
            ) : (
              <FormattedMessage
                id="Review.Map.Ring"
                values={{
                  precision: intl.formatMessage({ id: `Review.Map.Precision.${precision}` }),
                  radius: intl.formatNumber(radiusKm, { style: 'unit', unit: 'kilometer' }),
                }}
              />
            )}
          </span>
        </span>
        <bdi className="block wrap-anywhere text-fg-secondary">{placeLabel(intl, place)}</bdi>
        {problem === null ? null : (
          <span className="block text-xs text-warning-text">
            <FormattedMessage id={`Review.Map.Problem.${problem}`} />
          </span>
        )}
        {here > 1 ? (
          <span className="block text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.Map.Here" values={{ count: here }} />
          </span>
        ) : null}
      </span>
    </>
  )
}
