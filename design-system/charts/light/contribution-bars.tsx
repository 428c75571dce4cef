import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { missingMark } from '../../lib/marks.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'

export interface Contribution {
  id: string
  /** The observation, in the reader's language. */
  label: ReactNode
  /** Points added to the score; negative values lower it. */
  points: number
}

export interface ContributionBarsProps extends Omit<ComponentProps<'ul'>, 'children'> {
  /** What each factor added to the score or took from it, in the order of the list. */
  contributions: readonly Contribution[]
  /** Accessible name of the list. */
  label: string
}

/**
 * Explains a score by its contributions: bars around a zero line, lowering ones outlined so that the sign is visible
 * without colour.
 */
export function ContributionBars({ contributions, label, className, ...props }: ContributionBarsProps) {
  const intl = useIntl()
  useUniqueIds('ContributionBars', 'contributions', contributions)
  const drawn = (points: number) => (Number.isFinite(points) ? points : 0)
  const most = Math.max(1, ...contributions.map(entry => drawn(entry.points)))
  const least = Math.min(0, ...contributions.map(entry => drawn(entry.points)))
  const zero = (-least / (most - least)) * 100
  const signed = (points: number) =>
    !Number.isFinite(points)
      ? missingMark
      : intl
          .formatNumber(points, { signDisplay: 'exceptZero', maximumFractionDigits: 0, numberingSystem: 'latn' })
          .replace('-', '−')
  return (
    <ul data-slot="contribution-bars" aria-label={label} className={cn('flex flex-col', className)} {...props}>
      {contributions.map(({ id, label: name, points }) => {
        const size = (Math.abs(drawn(points)) / (most - least)) * 100
        return (
          <li key={id} className="flex min-h-fact-row items-center gap-3 text-sm text-fg">
            <span className="min-w-0 flex-1 py-px">{name}</span>
            <span aria-hidden className="relative h-fact-row w-1/4 shrink-0">
              {/* Zero is at the same position in all rows; raising bars extend towards the inline end. */}
              <span className="absolute inset-y-1 border-s border-line" style={{ insetInlineStart: `${zero}%` }} />
              <span
                className={cn(
                  'absolute inset-y-2 rounded-mark border',
                  points < 0 ? 'border-line-strong bg-surface' : 'border-line-strong bg-line-strong',
                )}
                style={{ insetInlineStart: `${points < 0 ? zero - size : zero}%`, inlineSize: `${size}%` }}
              />
            </span>
            <span
              dir="ltr"
              className={cn(
                'w-10 shrink-0 text-end font-medium tabular-nums',
                points < 0 && 'font-normal text-fg-secondary',
              )}
            >
              {signed(points)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
