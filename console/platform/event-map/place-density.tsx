import { NumberText, Switch } from '@assay/design-system'
import type { EventPlace } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { placeLabel } from './place-text.ts'

interface PlaceDensityProps {
  places: readonly EventPlace[]
  shown: boolean
  onShownChange: (shown: boolean) => void
}

/** How many other events came from the same places in 90 days, also by the size of the marks. */
export function PlaceDensity({ places, shown, onShownChange }: PlaceDensityProps) {
  const intl = useIntl()
  const counted = places.filter(({ otherEvents }) => otherEvents !== null)
  if (counted.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Switch
        label={<FormattedMessage id="Review.Map.Density" />}
        description={<FormattedMessage id="Review.Map.Density.Text" />}
        checked={shown}
        onCheckedChange={onShownChange}
      />
      {shown ? (
        <ul aria-label={intl.formatMessage({ id: 'Review.Map.Density' })} className="flex flex-col">
          {counted.map(place => (
            <li
              key={place.id}
              className="flex min-h-6 flex-wrap items-center gap-x-2 border-be border-line-subtle py-1 text-sm"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <FormattedMessage id={`Review.Map.Kind.${place.kind}`} />{' '}
                <bdi className="text-fg-muted">{placeLabel(intl, place)}</bdi>
              </span>
              <NumberText value={place.otherEvents ?? 0} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
