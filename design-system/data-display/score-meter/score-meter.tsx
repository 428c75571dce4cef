import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { missingMark, signs } from '../../lib/marks.ts'
import { type ScoreBand, scoreBand, scoreMaximum } from './score-band.ts'

/** Filled marks keep their token in forced-colors mode, where it is the text colour: empty ones remain outlines. */
const filledSegments: Record<ScoreBand, string> = {
  1: 'bg-score-1 border-score-1',
  2: 'bg-score-2 border-score-2',
  3: 'bg-score-3 border-score-3',
  4: 'bg-score-4 border-score-4',
  5: 'bg-score-5 border-score-5',
}
const segments = [1, 2, 3, 4, 5] as const

function signed(change: number): string {
  return `${change > 0 ? signs.plus : change < 0 ? signs.minus : signs.none}${Math.abs(change)}`
}

export interface ScoreMeterProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** 0 to 999, or nothing when the event was not scored. */
  value: number | null | undefined
  /** `segments` in lists, `compact` in narrow columns, `large` beside a stat, `bar` with threshold ticks. */
  variant?: 'segments' | 'compact' | 'large' | 'bar'
  /** Lower limits of bands 2 to 5. */
  limits?: readonly [number, number, number, number]
  /** Scores marked on the bar, rule thresholds for example. */
  thresholds?: readonly number[]
  /** A previous score, for comparison. */
  previous?: number
  /** Appends the name of the band. */
  band?: boolean
  /** Accessible name, unless it is simply the risk score. */
  label?: string
}

/** A risk score: the number first, then one mark per band reached, all in the colour of that band. */
export function ScoreMeter({
  value,
  variant = 'segments',
  limits,
  thresholds = [],
  previous,
  band = false,
  label,
  className,
  ...props
}: ScoreMeterProps) {
  const intl = useIntl()
  if (value === null || value === undefined || Number.isNaN(value)) {
    return (
      <div
        data-slot="score-meter"
        className={cn('inline-flex items-center gap-1.5 text-fg-muted', className)}
        {...props}
      >
        <span aria-hidden className="min-w-6 text-end">
          {missingMark}
        </span>
        <span className={band ? 'text-xs' : 'sr-only'}>
          {intl.formatMessage({ id: 'DesignSystem.ScoreMeter.Missing' })}
        </span>
      </div>
    )
  }
  const reached = scoreBand(value, limits)
  // Scores of other systems may lie outside of the scale: the number is unchanged, the mark is clamped to the scale.
  const inScale = (score: number) => Math.min(Math.max(score, 0), scoreMaximum)
  const bandName = intl.formatMessage({ id: `DesignSystem.ScoreMeter.Band.${reached}` })
  const large = variant === 'large'
  const change = previous === undefined ? 0 : value - previous
  return (
    <div
      data-slot="score-meter"
      data-band={reached}
      role="meter"
      aria-label={label ?? intl.formatMessage({ id: 'DesignSystem.ScoreMeter.Label' })}
      aria-valuemin={0}
      aria-valuemax={scoreMaximum}
      aria-valuenow={inScale(value)}
      aria-valuetext={[
        intl.formatMessage({ id: 'DesignSystem.ScoreMeter.Value' }, { value, maximum: scoreMaximum, band: bandName }),
        ...(previous === undefined
          ? []
          : [
              intl.formatMessage(
                { id: 'DesignSystem.ScoreMeter.Change' },
                { change: Math.abs(change), direction: change > 0 ? 'up' : change < 0 ? 'down' : 'same' },
              ),
            ]),
      ].join(', ')}
      className={cn('inline-flex items-center', large ? 'gap-3' : 'gap-2', className)}
      {...props}
    >
      <span
        dir="ltr"
        className={cn('shrink-0 text-end font-medium tabular-nums', large ? 'text-2xl' : 'min-w-6 text-sm')}
      >
        {value}
      </span>
      {variant === 'compact' ? (
        <span
          aria-hidden
          className={cn('size-2 shrink-0 rounded-mark border forced-color-adjust-none', filledSegments[reached])}
        />
      ) : null}
      {variant === 'bar' ? (
        <span aria-hidden className="relative h-2 w-full min-w-16 rounded-mark border border-line">
          <span
            className={cn(
              'absolute inset-y-0 inset-s-0 rounded-mark border forced-color-adjust-none',
              filledSegments[reached],
            )}
            style={{ inlineSize: `${(inScale(value) / scoreMaximum) * 100}%` }}
          />
          {thresholds.map(limit => (
            <span
              key={limit}
              className="absolute -inset-y-1 border-s border-line-strong"
              style={{ insetInlineStart: `${(inScale(limit) / scoreMaximum) * 100}%` }}
            />
          ))}
        </span>
      ) : null}
      {variant === 'segments' || large ? (
        <span aria-hidden className="inline-flex shrink-0 gap-0.5">
          {segments.map(segment => (
            <span
              key={segment}
              className={cn(
                'h-2 rounded-mark border',
                large ? 'w-5' : 'w-2',
                segment <= reached ? cn('forced-color-adjust-none', filledSegments[reached]) : 'border-line',
              )}
            />
          ))}
        </span>
      ) : null}
      {previous === undefined ? null : (
        <span dir="ltr" className="text-xs text-fg-muted tabular-nums">
          {signed(change)}
        </span>
      )}
      {band ? (
        <span aria-hidden className="text-xs text-fg-muted">
          {bandName}
        </span>
      ) : null}
    </div>
  )
}
