import { Sparkline, type StatChange, StatTile, StatTileRow, useFormat } from '@assay/design-system'
import type { Dashboard, SearchCondition } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { searchParameters } from '../../platform/search-url/search-url.ts'
import { periodFilter } from './period-filter.ts'
import type { Period } from './period-label.tsx'
import { isComparable, relativeChange } from './relative-change.ts'

type Totals = Dashboard['totals']
type Point = Dashboard['series'][number]

interface Tile {
  id: 'Transactions' | 'RejectedRate' | 'ReviewRate' | 'Amount' | 'Fraud'
  value: (totals: Totals) => number
  kind: 'count' | 'rate' | 'amount'
  goodWhen?: 'up' | 'down'
  conditions: SearchCondition[]
  line?: (point: Point) => number | null
}

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const sum = (point: Point) => point.Approve + point.Review + point.Challenge + point.Reject

const tiles: Tile[] = [
  { id: 'Transactions', value: totals => totals.events, kind: 'count', conditions: [], line: sum },
  {
    id: 'RejectedRate',
    value: totals => rate(totals.decisions.Reject, totals.events),
    kind: 'rate',
    goodWhen: 'down',
    conditions: [{ column: 'decision', op: 'in', value: ['Reject'] }],
    line: point => rate(point.Reject, sum(point)),
  },
  {
    id: 'ReviewRate',
    value: totals => rate(totals.decisions.Review, totals.events),
    kind: 'rate',
    goodWhen: 'down',
    conditions: [{ column: 'decision', op: 'in', value: ['Review'] }],
    line: point => rate(point.Review, sum(point)),
  },
  {
    id: 'Amount',
    value: totals => totals.amountUsd / 100,
    kind: 'amount',
    conditions: [{ column: 'amountUsd', op: 'notEmpty' }],
    line: point => point.amountUsd / 100,
  },
  {
    id: 'Fraud',
    value: totals => totals.labelledFraud,
    kind: 'count',
    // No direction is good: labels arrive weeks after their events, so that the newer period always has fewer.
    conditions: [{ column: 'label', op: 'in', value: ['Fraud'] }],
  },
]

/** The five figures of the period, each a link to the events that make it up. */
export function TilesStrip({ data, period }: { data: Dashboard | undefined; period: Period }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const can = useCan()
  const title = useId()

  const change = (tile: Tile): StatChange | undefined => {
    if (!data || !isComparable(data.totals.events, data.previous.events)) return undefined
    const now = tile.value(data.totals)
    const before = tile.value(data.previous)
    const difference = relativeChange(tile.kind, now, before)
    if (difference === null) return undefined
    const direction = Math.abs(difference) < 0.0005 ? 'flat' : difference > 0 ? 'up' : 'down'
    const text =
      tile.kind === 'rate'
        ? intl.formatMessage(
            { id: 'Dashboard.Change.Points' },
            {
              points: intl.formatNumber(difference, {
                signDisplay: 'exceptZero',
                maximumFractionDigits: 1,
                minimumFractionDigits: 1,
                numberingSystem: 'latn',
              }),
            },
          )
        : intl.formatNumber(difference, {
            style: 'percent',
            signDisplay: 'exceptZero',
            maximumFractionDigits: 1,
            numberingSystem: 'latn',
          })
    return { text, direction, ...(tile.goodWhen ? { goodWhen: tile.goodWhen } : {}) }
  }
  const shown = (tile: Tile, value: number) =>
    tile.kind === 'rate'
      ? intl.formatNumber(value, {
          style: 'percent',
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
          numberingSystem: 'latn',
        })
      : tile.kind === 'amount'
        ? format.compact(value)
        : format.number(value)

  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        <FormattedMessage id="Dashboard.Tiles.Title" />
      </h2>
      {/* Between the widths the five stand side by side without their lines; the amount needs most room. */}
      <StatTileRow className="grid-cols-2 sm:grid-cols-3 md:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-cols-5">
        {tiles.map(tile => {
          const label = intl.formatMessage({ id: `Dashboard.Tile.${tile.id}` })
          const changed = change(tile)
          return (
            <StatTile
              key={tile.id}
              className="overflow-hidden max-md:last:col-span-2"
              label={label}
              loading={!data}
              {...(data ? { value: shown(tile, tile.value(data.totals)) } : {})}
              {...(tile.kind === 'amount' ? { unit: 'USD' } : {})}
              {...(changed ? { change: changed } : {})}
              {...(data && tile.line
                ? {
                    sparkline: (
                      <span className="max-sm:hidden md:max-lg:hidden">
                        <Sparkline values={data.series.map(tile.line)} />
                      </span>
                    ),
                  }
                : {})}
              {...(can('search')
                ? {
                    link: (
                      <Link
                        to={href('/search', searchParameters({ filter: periodFilter(data, period, tile.conditions) }))}
                      >
                        <span>
                          <FormattedMessage id="Dashboard.Tile.Open" values={{ label }} />
                        </span>
                      </Link>
                    ),
                  }
                : {})}
            />
          )
        })}
      </StatTileRow>
    </section>
  )
}
