import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { Skeleton } from '../../feedback/skeleton/skeleton.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { MissingValue } from '../../lib/missing-value.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

export interface StatChange {
  /** Formatted with sign and unit, "+0.6 pp" for example. */
  text: string
  direction: 'up' | 'down' | 'flat'
  /** Direction that is an improvement. Without it the change is neutral. */
  goodWhen?: 'up' | 'down'
}

export interface StatTileProps extends Omit<ComponentProps<'article'>, 'children'> {
  /** What the figure counts. */
  label: ReactNode
  /** Formatted value; a number is printed in the format of numbers. */
  value?: ReactNode
  /** Unit after the value. */
  unit?: ReactNode
  /** Difference from the previous period. */
  change?: StatChange
  /** Secondary text after the value that is not a change: "7 at risk". */
  note?: ReactNode
  /** A small chart at the inline end. Decoration: the text of the tile has the same content. */
  sparkline?: ReactNode
  /** The period that the figure covers, at the inline end: "24 h". */
  period?: ReactNode
  /** A link over the whole tile. Its text is the accessible name of the target. */
  link?: ReactNode
  /** Shows a placeholder for the value. */
  loading?: boolean
  /** Error notice of a figure that could not be loaded. */
  error?: ReactNode
  /** Shows a button that fetches the figure again, with `error`. */
  onRetry?: () => void
}

/** One figure: label, value, change from the previous period, and a sparkline. */
export function StatTile({
  label,
  value,
  unit,
  change,
  note,
  sparkline,
  period,
  link,
  loading = false,
  error,
  onRetry,
  className,
  ...props
}: StatTileProps) {
  const intl = useIntl()
  const format = useFormat()
  const name = useId()
  const quality =
    change?.goodWhen && change.direction !== 'flat'
      ? change.direction === change.goodWhen
        ? 'better'
        : 'worse'
      : undefined
  return (
    <article
      data-slot="stat-tile"
      aria-labelledby={name}
      aria-busy={loading || undefined}
      className={cn('relative min-w-0 px-4 py-3', className)}
      {...props}
    >
      <div className="flex items-baseline gap-2 text-xs text-fg-muted">
        <h3 id={name} className="font-normal max-sm:wrap-anywhere sm:truncate">
          {label}
        </h3>
        {period ? <span className="ms-auto shrink-0">{period}</span> : null}
      </div>
      {loading ? (
        <div className="flex h-8 items-center">
          <Skeleton className="w-16" />
        </div>
      ) : error ? (
        <div className="flex min-h-8 items-center gap-1.5 text-xs text-danger-text">
          <Icon icon={TriangleAlert} size={12} />
          <span className="min-w-0 wrap-anywhere">{error}</span>
          {onRetry ? (
            <Button size="sm" variant="ghost" className="ms-auto" onClick={onRetry}>
              {intl.formatMessage({ id: 'DesignSystem.StatTile.Retry' })}
            </Button>
          ) : null}
        </div>
      ) : (
        <div className="flex min-h-8 items-end gap-2">
          {/* The line of the figure gives way first, then the change goes under the figure. */}
          <p className="flex max-w-full shrink-0 flex-wrap items-baseline gap-x-2 whitespace-nowrap">
            <span className="text-2xl font-medium tabular-nums">
              <bdi dir="auto">{(typeof value === 'number' ? format.number(value) : value) ?? <MissingValue />}</bdi>
              {unit ? <span className="ms-1 text-md">{unit}</span> : null}
            </span>
            {change ? (
              <span
                className={cn(
                  'text-xs',
                  quality === 'better'
                    ? 'text-success-text'
                    : quality === 'worse'
                      ? 'text-danger-text'
                      : 'text-fg-muted',
                )}
              >
                <bdi dir="ltr" aria-hidden>
                  {change.text}
                </bdi>
                <span className="sr-only">
                  {intl.formatMessage(
                    { id: 'DesignSystem.StatTile.Change' },
                    { direction: change.direction, amount: change.text.replace(/^[+\-−±]\s*/, '') },
                  )}
                </span>
                {quality ? (
                  <span className="sr-only">
                    {intl.formatMessage({
                      id: quality === 'better' ? 'DesignSystem.StatTile.Better' : 'DesignSystem.StatTile.Worse',
                    })}
                  </span>
                ) : null}
              </span>
            ) : null}
            {note ? <span className="text-xs text-fg-muted">{note}</span> : null}
          </p>
          {sparkline ? (
            <div aria-hidden className="ms-auto h-6 w-16 min-w-0 shrink overflow-hidden text-fg-muted">
              {sparkline}
            </div>
          ) : null}
        </div>
      )}
      {link ? (
        <div className="absolute inset-0 rounded-control [&>a]:absolute [&>a]:inset-0 [&>a]:rounded-control [&>a]:focus-ring-inset [&>a>span]:sr-only">
          {link}
        </div>
      ) : null}
    </article>
  )
}

/** Tiles in one card, separated by hairlines; they wrap on a narrow page. */
export function StatTileRow({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="stat-tile-row"
      className={cn(
        'grid grid-cols-[repeat(auto-fit,minmax(min(11.25rem,100%),1fr))] gap-px overflow-hidden rounded-card border border-line-subtle bg-surface [&>article]:shadow-0',
        className,
      )}
      {...props}
    />
  )
}
