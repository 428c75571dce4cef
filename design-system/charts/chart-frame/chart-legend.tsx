import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Swatch, type SwatchKind } from '../plot/marks.tsx'
import type { ChartSeries } from '../plot/series.ts'

interface ChartLegendProps {
  name: string
  series: readonly ChartSeries[]
  /** Swatch of a series; a chart of columns and areas sets it for each. */
  kind: SwatchKind | ((series: ChartSeries) => SwatchKind)
  hidden: ReadonlySet<string>
  onHiddenChange: ((hidden: ReadonlySet<string>) => void) | undefined
  disabled: boolean
  className?: string
}

/** The legend: one button per series, which hides or shows it. The last visible series cannot be hidden. */
export function ChartLegend({ name, series, kind, hidden, onHiddenChange, disabled, className }: ChartLegendProps) {
  const intl = useIntl()
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    // The last visible series stays: an empty chart would offer no way back.
    if (series.some(entry => !next.has(entry.key))) onHiddenChange?.(next)
  }
  const look = (entry: ChartSeries) => (
    <Swatch tone={entry.tone} kind={typeof kind === 'function' ? kind(entry) : kind} off={hidden.has(entry.key)} />
  )
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.Series' }, { name })}
      data-slot="chart-legend"
      className={cn('flex min-w-0 flex-wrap', className)}
    >
      {series.map((entry, i) =>
        onHiddenChange === undefined ? (
          <span
            key={`${entry.key} ${i}`}
            className="inline-flex h-control-sm max-w-full items-center gap-1.5 px-1.5 text-xs text-fg-secondary"
          >
            {look(entry)}
            <bdi className="truncate">{entry.label}</bdi>
          </span>
        ) : (
          <button
            key={`${entry.key} ${i}`}
            type="button"
            aria-pressed={!hidden.has(entry.key)}
            disabled={disabled}
            className="inline-flex h-control-sm max-w-full items-center gap-1.5 rounded-chip px-1.5 text-xs text-fg-secondary not-disabled:hover:bg-surface-hover disabled:text-fg-disabled focus-ring-inset aria-[pressed=false]:text-fg-muted aria-[pressed=false]:line-through"
            onClick={() => toggle(entry.key)}
          >
            {look(entry)}
            <bdi className="truncate">{entry.label}</bdi>
          </button>
        ),
      )}
    </div>
  )
}
