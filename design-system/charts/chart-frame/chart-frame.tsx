import { Table2 } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { createStore } from '../../lib/chart-surroundings/store.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Card, type CardProps } from '../../primitives/card/card.tsx'
import { Heading, type HeadingLevel } from '../../primitives/text/text.tsx'
import type { SwatchKind } from '../plot/marks.tsx'
import type { ChartSeries } from '../plot/series.ts'
import { HeardStep } from '../plot/use-shared-step.ts'
import { ChartInWords } from './chart-in-words.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartMenu } from './chart-menu.tsx'
import { ChartNotes } from './chart-notes.tsx'
import { ChartState, type ChartStatus, isDrawable } from './chart-state.tsx'
import { type ChartTable, ChartTableView, chartCsv, isLargeTable } from './chart-table.tsx'
import { useChartSound } from './use-chart-sound.ts'
import { useInlineSize } from './use-inline-size.ts'
import { usePrinting } from './use-printing.ts'

export const chartFrameVariants = ['card', 'plain'] as const

/** Props of the frame, shared by all charts. */
export interface ChartBaseProps extends Omit<CardProps, 'children' | 'title' | 'hidden' | 'onSelect'> {
  /** Heading of the card, and the accessible name of the chart. */
  title: string
  /** Level of the heading in the outline of the page. */
  level?: HeadingLevel
  /** Secondary text after the title: what one bar or point represents. */
  meta?: ReactNode
  /** One sentence with subject, range, extreme and trend. Generated from the numbers by default. */
  summary?: string
  /** Sentences before the generated one: what the numbers alone do not say. */
  lead?: string
  /** Shows the sentence above the plot, not behind a button; screen readers read it in either case. */
  summaryShown?: boolean
  /** Whether the data is complete, on its way, missing or old. */
  status?: ChartStatus
  /** What is missing or how old the data is, in place of the general note of `partial` and `stale`. */
  notice?: ReactNode
  /** Height of the plot, the same in every state and view. */
  height?: number
  /** File name of the downloads, without the extension. */
  fileName?: string
  /** Shown in place of the plot when there is no data. */
  empty?: ReactNode
  /** Shows a button that loads the data again, with the status `error`. */
  onRetry?: (() => void) | undefined
  /** `plain` is for strips and panels that already have a frame. */
  variant?: (typeof chartFrameVariants)[number]
  /** More controls before "View as table": a chart type switch, for example. */
  actions?: ReactNode
}

/** The space and mode in which a plot is drawn. */
export interface PlotSpace {
  width: number
  height: number
  summaryId: string
}

export interface ChartFrameProps extends ChartBaseProps {
  summary: string
  /** The data as a table: the alternative to the picture. */
  table: ChartTable
  /** The rows of the table are steps along an axis: they can be heard, and read as a line of braille. */
  steps?: boolean
  /** The picture of a large amount of data is not ready yet: shown as loading. */
  pending?: boolean
  /** The entries of the legend; without them there is none. */
  series?: readonly ChartSeries[]
  /** Swatch of the series in the legend. */
  kind?: SwatchKind | ((series: ChartSeries) => SwatchKind)
  /** Ids of the series that the reader has hidden. */
  hidden?: ReadonlySet<string>
  /** Called when a series is hidden or shown. Without it the legend only lists names. */
  onHiddenChange?: ((hidden: ReadonlySet<string>) => void) | undefined
  /** Labels up to three series at the ends of their lines instead, where there is room. */
  directLabels?: boolean
  /** Zone of the times, named under the plot. */
  timeZone?: string | undefined
  /** A note under the plot, in place of the time zone: a scale. */
  note?: ReactNode
  /** A note that depends on the width of the plot, after the others: what one mark of it stands for. */
  widthNote?: ((width: number) => ReactNode) | undefined
  /** Controls that belong to the plot, under it: a period, a cut-off. */
  controls?: ReactNode
  /** Renders the plot in the available space. */
  children: (space: PlotSpace) => ReactNode
}

/** Minimum width, in pixels, for names at the ends of lines. */
export const directLabelsFrom = 480
/** Rows of a table that is printed under its picture: more would be pages of figures, which the file has. */
const maxPrintedRows = 100
/** Preserves the height of an empty line. */
const blank = '\u00a0'
const nothingHidden: ReadonlySet<string> = new Set<string>()

/**
 * The frame of every chart: heading, summary, legend, the numbers as a table, copies, and the same height in every
 * state.
 */
export function ChartFrame({
  title,
  level = 2,
  meta,
  summary: generated,
  lead,
  summaryShown = false,
  table,
  steps = false,
  pending = false,
  series = [],
  kind = 'fill',
  hidden = nothingHidden,
  onHiddenChange,
  directLabels = false,
  status = 'ready',
  notice,
  height = 240,
  timeZone,
  note,
  widthNote,
  fileName = 'chart',
  empty,
  onRetry,
  variant = 'card',
  actions,
  controls: after,
  children,
  className,
  ...props
}: ChartFrameProps) {
  const summaryId = useId()
  const summary = lead === undefined ? generated : `${lead} ${generated}`
  const [heardStep] = useState(() => createStore<number | null>(null))
  const printing = usePrinting()
  const sound = useChartSound(table, heardStep)
  const plot = useInlineSize<HTMLDivElement>(pending)
  const [asTable, setAsTable] = useState(false)
  // The picture stays until the code of the table has arrived: React shows an empty space for 300 ms at least.
  const tableShown = useDeferredValue(asTable)
  // Without a single row there is nothing to draw, whatever status the caller passes.
  const noRows = (table.rowCount ?? table.rows.length) === 0
  const state = !isDrawable(status) ? status : pending ? 'loading' : noRows ? 'empty' : status
  const usable = isDrawable(state)
  const tabled = tableShown && usable
  const ownScroll = tabled && isLargeTable(table)
  const plain = variant === 'plain'
  const legend =
    series.length > 0 && !(directLabels && series.length <= 3 && (plot.size === 0 || plot.size >= directLabelsFrom))
  const noted =
    note ??
    (timeZone === undefined ? null : (
      <FormattedMessage id="DesignSystem.Chart.TimeZone" values={{ zone: <bdi dir="ltr">{timeZone}</bdi> }} />
    ))
  const edge = plain ? '' : 'px-4'

  return (
    <Card
      data-slot="chart-frame"
      aria-label={title}
      aria-busy={state === 'loading' || undefined}
      data-status={state}
      className={cn('@container', plain && 'rounded-none border-0 bg-transparent', className)}
      {...props}
    >
      <div
        className={cn('flex flex-wrap items-center gap-x-2', plain ? 'min-h-control-sm' : 'min-h-bar py-1 ps-4 pe-3')}
      >
        <div
          className={cn('flex min-w-0 flex-wrap items-baseline gap-x-2', legend ? '@max-[32rem]:basis-full' : 'flex-1')}
        >
          <Heading level={level} size={plain ? 'sm' : 'md'} className="min-w-0 wrap-anywhere">
            {title}
          </Heading>
          {meta ? <span className="min-w-0 text-xs text-fg-muted">{meta}</span> : null}
          {summaryShown || plain ? null : <ChartInWords title={title} sentence={summary} disabled={!usable} />}
        </div>
        {legend ? (
          <ChartLegend
            name={title}
            series={series}
            kind={kind}
            hidden={hidden}
            onHiddenChange={onHiddenChange}
            disabled={!usable}
            className="flex-1 basis-[10rem] justify-end @max-[32rem]:-ms-1.5 @max-[32rem]:justify-start"
          />
        ) : null}
        <div
          className={cn(
            // At the end of its row, also where that is the second one.
            'ms-auto flex shrink-0 items-center gap-1 print:hidden',
            legend && '@max-[32rem]:self-start',
          )}
        >
          {legend && !plain ? <span aria-hidden className="me-1 h-4 border-s border-line @max-[32rem]:hidden" /> : null}
          {actions}
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={asTable}
            disabled={!usable}
            onClick={() => setAsTable(shown => !shown)}
            className={cn(asTable && 'bg-surface-selected text-accent-text')}
          >
            <Table2 aria-hidden />
            <span className={cn('@max-[32rem]:sr-only', plain && 'sr-only')}>
              <FormattedMessage id="DesignSystem.Chart.ViewAsTable" />
            </span>
          </Button>
          <ChartMenu
            title={title}
            summary={summary}
            fileName={fileName}
            disabled={!usable}
            csv={() => chartCsv(table)}
            rows={table.rowCount ?? table.rows.length}
            sound={steps ? sound : undefined}
            plot={plot.ref}
            pictureEnabled={!tabled}
          />
        </div>
      </div>
      <p
        id={summaryId}
        className={cn(
          'text-sm text-fg-secondary',
          summaryShown ? cn('pbe-2', edge) : cn('sr-only print:not-sr-only', !plain && 'print:px-4'),
        )}
      >
        {usable ? summary : blank}
      </p>
      <div className={cn('min-w-0', edge, !plain && noted !== null && 'pbe-3')}>
        <div
          ref={plot.ref}
          data-slot="chart-space"
          style={{ blockSize: height }}
          className={cn(
            'min-w-0',
            tabled && !ownScroll && 'overflow-auto rounded-mark focus-ring',
            state === 'stale' && !tabled && 'grayscale',
          )}
          {...(tabled && !ownScroll ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
        >
          <Suspense fallback={null}>
            {!usable ? (
              <ChartState status={state} empty={empty} onRetry={onRetry} />
            ) : tabled ? (
              <ChartTableView label={title} table={table} steps={steps} />
            ) : plot.size > 0 ? (
              <HeardStep value={heardStep}>{children({ width: plot.size, height, summaryId })}</HeardStep>
            ) : null}
          </Suspense>
        </div>
        {after}
        {printing && usable && !tabled && (table.rowCount ?? table.rows.length) <= maxPrintedRows ? (
          <div data-slot="chart-printed-table" className="hidden print:block">
            <ChartTableView label={title} table={table} />
          </div>
        ) : null}
        <ChartNotes
          shown={noted !== null || !plain}
          state={state}
          notice={notice}
          onRetry={onRetry}
          after={usable && !tabled ? widthNote?.(plot.size) : null}
        >
          {noted}
        </ChartNotes>
      </div>
    </Card>
  )
}
