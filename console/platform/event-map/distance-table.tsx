import { Badge, cn, Icon } from '@assay/design-system'
import type { EventPlace, PlacePair } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { pairSentence } from './distance-sentences.ts'
import { distanceText } from './distance-text.ts'
import { placeNames } from './place-text.ts'

const head = 'py-1 ps-2 text-end font-normal text-fg-secondary'
const units = ['kilometer', 'mile'] as const

interface DistanceTableProps {
  places: readonly EventPlace[]
  pairs: readonly PlacePair[]
  /** Kilometres above which two places are far apart. */
  farKm: number
}

/** The distance between every two places of an event, and what about them deserves attention. */
export function DistanceTable({ places, pairs, farKm }: DistanceTableProps) {
  const intl = useIntl()
  if (pairs.length === 0) return null
  const nameOf = placeNames(intl, places)
  return (
    <section className="flex flex-col gap-2">
      <PlaceWarnings pairs={pairs} farKm={farKm} />
      <table className="w-full text-sm">
        <caption className="sr-only">
          <FormattedMessage id="Review.Map.Distances" />
        </caption>
        <thead>
          <tr className="border-be border-line-subtle">
            <th scope="col" className="py-1 text-start font-normal text-fg-secondary">
              <FormattedMessage id="Review.Map.Between" />
            </th>
            {units.map(unit => (
              <th key={unit} scope="col" className={head}>
                <FormattedMessage id={`Review.Map.Unit.${unit}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map(pair => {
            const { from, to, km, approximate, far, countriesDiffer } = pair
            const names = { from: nameOf(from), to: nameOf(to) }
            return (
              <Fragment key={`${from} ${to}`}>
                <tr>
                  <th scope="row" className="py-1 text-start font-normal">
                    <FormattedMessage id="Review.Map.Pair" values={names} />
                    {countriesDiffer ? (
                      <span className="ms-1 inline-flex align-middle text-danger-text">
                        <Icon
                          icon={TriangleAlert}
                          size={12}
                          label={intl.formatMessage({ id: 'Review.Addresses.Differ' })}
                        />
                      </span>
                    ) : null}
                  </th>
                  {km === null ? (
                    <td colSpan={2} className="py-1 ps-2 text-end text-xs text-fg-muted">
                      <FormattedMessage id="Review.Map.NoDistance" />
                    </td>
                  ) : (
                    units.map(unit => (
                      <td
                        key={unit}
                        className={cn(
                          'py-1 ps-2 text-end whitespace-nowrap tabular-nums',
                          far && 'font-semibold text-danger-text',
                        )}
                      >
                        <bdi>{distanceText(intl, km, unit, approximate)}</bdi>
                      </td>
                    ))
                  )}
                </tr>
                <tr className="border-be border-line-subtle">
                  <td colSpan={3} className="pbe-1.5 text-xs text-fg-muted">
                    {pairSentence(intl, pair, names, farKm)}
                  </td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Badges of what about the places of an event deserves attention. */
export function PlaceWarnings({ pairs, farKm }: Pick<DistanceTableProps, 'pairs' | 'farKm'>) {
  const intl = useIntl()
  const warnings = [
    ...(pairs.some(({ countriesDiffer }) => countriesDiffer)
      ? [intl.formatMessage({ id: 'Review.Addresses.Differ' })]
      : []),
    ...(pairs.some(({ far }) => far)
      ? [
          intl.formatMessage(
            { id: 'Review.Map.Far' },
            { distance: intl.formatNumber(farKm, { style: 'unit', unit: 'kilometer' }) },
          ),
        ]
      : []),
  ]
  if (warnings.length === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {warnings.map(text => (
        <Badge key={text} tone="warning">
          <Icon icon={TriangleAlert} size={12} />
          {text}
        </Badge>
      ))}
    </p>
  )
}
