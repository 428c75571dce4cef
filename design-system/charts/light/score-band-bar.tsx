import type { ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'

/** Number of events in each band, from very low to critical. */
export type BandCounts = readonly [number, number, number, number, number]

export interface ScoreBandBarProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Number of events in each of the five bands, the lowest first. */
  counts: BandCounts
  /** Lower limits of bands 2 to 5, and the highest score. */
  limits?: readonly [number, number, number, number, number]
  /** Address of the events of a band, for readers who may search them. */
  href?: (band: 1 | 2 | 3 | 4 | 5) => string
  /** Shows a placeholder while the counts are fetched. */
  loading?: boolean
}

const bands = [1, 2, 3, 4, 5] as const
const fill = {
  1: 'bg-score-1 band-pattern-1',
  2: 'bg-score-2 band-pattern-2',
  3: 'bg-score-3 band-pattern-3',
  4: 'bg-score-4 band-pattern-4',
  5: 'bg-score-5 band-pattern-5',
}
export const scoreBandNames = {
  1: 'DesignSystem.ScoreBand.VeryLow',
  2: 'DesignSystem.ScoreBand.Low',
  3: 'DesignSystem.ScoreBand.Elevated',
  4: 'DesignSystem.ScoreBand.High',
  5: 'DesignSystem.ScoreBand.Critical',
} as const

/** Share of events in each score band: one bar for the shape, a list for the numbers. */
export function ScoreBandBar({
  counts,
  limits = [200, 400, 600, 800, 999],
  href,
  loading = false,
  className,
  ...props
}: ScoreBandBarProps) {
  const intl = useIntl()
  const format = useFormat()
  // A count is never below zero, and an invalid value counts as zero.
  const count = (band: 1 | 2 | 3 | 4 | 5) => {
    const value = counts[band - 1]
    return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0
  }
  const total = bands.reduce((sum, band) => sum + count(band), 0)
  const share = (band: 1 | 2 | 3 | 4 | 5) => (total === 0 ? 0 : count(band) / total)
  const from = (band: 1 | 2 | 3 | 4 | 5) => (band === 1 ? 0 : limits[band - 2]!)
  const to = (band: 1 | 2 | 3 | 4 | 5) => (band === 5 ? limits[4] : limits[band - 1]! - 1)
  return (
    <div
      data-slot="score-band-bar"
      aria-busy={loading || undefined}
      className={cn('flex flex-col gap-3', className)}
      {...props}
    >
      <div aria-hidden className="flex h-4 gap-0.5">
        {loading || total === 0 ? (
          <span className="flex-1 rounded-mark border border-line-subtle bg-surface-sunken" />
        ) : (
          bands.map(band =>
            share(band) === 0 ? null : (
              // A band of a few events keeps a visible sliver; the list beside it has the exact number.
              <span
                key={band}
                className={cn('min-w-1 rounded-mark border border-transparent', fill[band])}
                style={{ flexGrow: share(band), flexBasis: 0 }}
              />
            ),
          )
        )}
      </div>
      <ul className="flex flex-col">
        {[...bands].reverse().map(band => {
          const name = <FormattedMessage id={scoreBandNames[band]} />
          return (
            <li key={band} className="flex h-fact-row items-center gap-2 text-sm text-fg">
              <span
                aria-hidden
                className={cn(
                  'size-2 shrink-0 rounded-mark border border-transparent forced-colors:size-3',
                  fill[band],
                )}
              />
              {href ? (
                <a href={href(band)} className="rounded-mark hover:underline focus-ring">
                  {name}
                </a>
              ) : (
                <span>{name}</span>
              )}
              <span dir="ltr" className="text-xs text-fg-muted tabular-nums">
                {from(band)}
                {missingMark}
                {to(band)}
              </span>
              {loading ? (
                <span className="ms-auto h-2 w-10 rounded-mark bg-line-subtle" />
              ) : (
                <span
                  className="ms-auto font-medium tabular-nums"
                  title={intl.formatMessage({ id: 'DesignSystem.ScoreBand.Events' }, { count: count(band) })}
                >
                  <bdi dir="ltr">{total === 0 ? missingMark : format.percent(share(band))}</bdi>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
