import { Switch, useFormat } from '@assay/design-system'
import type { EventPlace } from '@assay/risk-service/contract'
import { Fragment } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { countText } from '../events/count-text.ts'
import { placeNames } from './place-text.ts'

interface PlaceDensityProps {
  places: readonly EventPlace[]
  shown: boolean
  onShownChange: (shown: boolean) => void
}

/** How many other events came from the same places in 90 days, also by the size of the marks. */
export function PlaceDensity({ places, shown, onShownChange }: PlaceDensityProps) {
  if (places.every(({ otherEvents }) => otherEvents === null)) return null
  return (
    <section className="flex flex-col gap-2">
      <Switch
        label={<FormattedMessage id="Review.Map.Density" />}
        description={<FormattedMessage id="Review.Map.Density.Text" />}
        checked={shown}
        onCheckedChange={onShownChange}
      />
      {shown ? <DensityTable places={places} /> : null}
    </section>
  )
}

/** A row for each place of which something is counted, and under it a sentence that says what. */
function DensityTable({ places }: Pick<PlaceDensityProps, 'places'>) {
  const intl = useIntl()
  const format = useFormat()
  const nameOf = placeNames(intl, places)
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        <FormattedMessage id="Review.Map.Density" />
      </caption>
      <thead>
        <tr className="border-be border-line-subtle">
          <th scope="col" className="py-1 text-start font-normal text-fg-secondary">
            <FormattedMessage id="Review.Map.Density.Place" />
          </th>
          <th scope="col" className="py-1 ps-2 text-end font-normal text-fg-secondary">
            <FormattedMessage id="Review.Map.Density.Value" />
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ id, otherEvents }) => {
          if (otherEvents === null) return null
          const { sharing, count, complete } = otherEvents
          const number = countText(format, count, complete)
          return (
            <Fragment key={id}>
              <tr>
                <th scope="row" className="py-1 text-start font-normal">
                  {nameOf(id)}
                </th>
                <td className="py-1 ps-2 text-end whitespace-nowrap tabular-nums">
                  <bdi>{number}</bdi>
                </td>
              </tr>
              <tr className="border-be border-line-subtle">
                <td colSpan={2} className="pbe-1.5 text-xs text-fg-muted">
                  <FormattedMessage id={`Review.Map.Density.${sharing}`} values={{ count, shown: number }} />
                </td>
              </tr>
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
