import { ChartNoAxesColumn, Ellipsis, RotateCw, Table2 } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { useId, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { createColumns, downloadText, SimpleTable, toCsv } from '../data-table/index.ts'
import { useAnnounce } from '../lib/announcer.tsx'
import { cn } from '../lib/cn.ts'
import { useFormat } from '../lib/format/index.ts'
import { Button } from '../primitives/button/button.tsx'
import { Card, CardHeader, type CardProps } from '../primitives/card/card.tsx'
import { chartLooks, type ChartPoint, type ChartSeries } from './series.ts'

export type ChartStatus = 'ready' | 'loading' | 'empty' | 'error'

export interface ChartFrameProps extends Omit<CardProps, 'children' | 'title' | 'hidden'> {
  title: string
  /** One sentence: what it shows, its range, its extreme. The description of the picture for those who cannot see it. */
  summary: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** Name of a point in the table. */
  pointName: (time: number) => string
  formatValue: (value: number) => string
  hidden: ReadonlySet<string>
  onHiddenChange: (hidden: ReadonlySet<string>) => void
  status?: ChartStatus
  /** Height of the plot, the same in every state and view. */
  height?: number
  timeZone?: string | undefined
  /** File name of the download, without its ending. */
  fileName?: string
  empty?: ReactNode
  onRetry?: (() => void) | undefined
  /** The plot; it gets the id of the summary. */
  children: (summaryId: string) => ReactNode
}

const menuItem = 'flex h-control cursor-default items-center rounded-chip px-2 text-sm text-fg outline-none select-none data-highlighted:bg-surface-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus'

const c = createColumns<ChartPoint>()
const dash = '–'

/** What every chart has around its plot: heading, summary, legend, the numbers as a table, copies, and one height in every state. */
export function ChartFrame({
  title, summary, series, points, pointName, formatValue, hidden, onHiddenChange, status = 'ready', height = 240,
  timeZone, fileName = 'chart', empty, onRetry, children, className, ...props
}: ChartFrameProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const summaryId = useId()
  const [asTable, setAsTable] = useState(false)
  const usable = status === 'ready'

  const csv = () => toCsv<ChartPoint>(
    [
      { name: intl.formatMessage({ id: 'DesignSystem.Chart.Time' }), value: point => new Date(point.time) },
      ...series.map(entry => ({ name: entry.label, value: (point: ChartPoint) => point.values[entry.key] })),
    ],
    points,
  )
  const copy = () => {
    void navigator.clipboard.writeText(csv()).then(
      () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.Copied' })),
      () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.CopyFailed' }), { assertive: true }),
    )
  }
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    // A chart without any series shows nothing to come back from.
    if (next.size < series.length) onHiddenChange(next)
  }

  const columns = [
    c.text('time', { labelId: 'DesignSystem.Chart.Time', value: point => pointName(point.time), rowHeader: true }),
    ...series.map(entry => ({
      ...c.custom(entry.key, { labelId: 'DesignSystem.Chart.Time', align: 'number', value: point => point.values[entry.key], cell: point => {
        const value = point.values[entry.key]
        return <span dir="ltr" className="block text-end tabular-nums">{value === null || value === undefined ? dash : formatValue(value)}</span>
      } }),
      label: entry.label,
    })),
  ]

  return (
    <Card data-slot="chart-frame" aria-label={title} aria-busy={status === 'loading' || undefined} className={className} {...props}>
      <CardHeader
        title={title}
        actions={
          <>
            <div role="group" aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.Series' }, { name: title })} className="flex flex-wrap">
              {series.map(entry => (
                <button
                  key={entry.key}
                  type="button"
                  aria-pressed={!hidden.has(entry.key)}
                  disabled={!usable}
                  className="inline-flex h-control-sm items-center gap-1 rounded-chip px-1.5 text-xs text-fg-secondary hover:bg-surface-hover focus-ring aria-[pressed=false]:text-fg-muted aria-[pressed=false]:line-through"
                  onClick={() => toggle(entry.key)}
                >
                  <span
                    aria-hidden
                    className="size-2 rounded-mark border forced-color-adjust-none"
                    style={{ background: hidden.has(entry.key) ? 'transparent' : chartLooks[entry.tone].fill, borderColor: chartLooks[entry.tone].stroke }}
                  />
                  <bdi>{entry.label}</bdi>
                </button>
              ))}
            </div>
            <Button variant="ghost" size="sm" aria-pressed={asTable} disabled={!usable} onClick={() => setAsTable(shown => !shown)} className={cn(asTable && 'bg-surface-selected text-accent-text')}>
              <Table2 aria-hidden />
              <FormattedMessage id="DesignSystem.Chart.ViewAsTable" />
            </Button>
            <DropdownMenu.Root>
              <DropdownMenu.Trigger asChild>
                <Button variant="ghost" size="sm" disabled={!usable} aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.More' }, { name: title })} className="w-control-sm px-0">
                  <Ellipsis aria-hidden />
                </Button>
              </DropdownMenu.Trigger>
              <DropdownMenu.Portal>
                <DropdownMenu.Content align="end" sideOffset={4} className="z-popover rounded-control bg-surface-raised p-1 shadow-2">
                  <DropdownMenu.Item className={menuItem} onSelect={copy}><FormattedMessage id="DesignSystem.Chart.CopyCsv" /></DropdownMenu.Item>
                  <DropdownMenu.Item className={menuItem} onSelect={() => downloadText(`${fileName}.csv`, csv())}><FormattedMessage id="DesignSystem.Chart.DownloadCsv" /></DropdownMenu.Item>
                </DropdownMenu.Content>
              </DropdownMenu.Portal>
            </DropdownMenu.Root>
          </>
        }
      />
      <p id={summaryId} className="sr-only">{summary}</p>
      <div className="px-4 pbe-3">
        <div style={{ height }} className={cn(asTable && usable && 'overflow-y-auto')} {...(asTable && usable ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}>
          {!usable ? (
            <div className="flex h-full flex-col items-center justify-center gap-2 rounded-control text-sm text-fg-secondary">
              {status === 'loading' ? <LoadingBars height={height} /> : null}
              {status === 'empty' ? (empty ?? <><ChartNoAxesColumn aria-hidden className="size-5 text-fg-muted" /><p><FormattedMessage id="DesignSystem.Chart.EmptyTitle" /></p></>) : null}
              {status === 'error' ? (
                <>
                  <p><FormattedMessage id="DesignSystem.Chart.ErrorTitle" /></p>
                  {onRetry ? <Button onClick={onRetry}><RotateCw aria-hidden /><FormattedMessage id="DesignSystem.Chart.Retry" /></Button> : null}
                </>
              ) : null}
            </div>
          ) : asTable ? (
            <SimpleTable label={title} columns={columns} rows={points} getRowId={point => String(point.time)} gutter="none" />
          ) : children(summaryId)}
        </div>
        <p className="pbs-1 text-2xs text-fg-muted">
          <FormattedMessage id="DesignSystem.Chart.TimeZone" values={{ zone: <bdi dir="ltr">{timeZone ?? format.timeZone}</bdi> }} />
        </p>
      </div>
    </Card>
  )
}

const bars = [60, 66, 72, 80, 84, 85, 78, 62, 52, 34, 26, 24, 22, 20, 22, 28, 36, 44, 54, 60, 64, 62, 60, 58]

/** Grey bars on the same ground line: the picture to come, without a claim about it. */
function LoadingBars({ height }: { height: number }) {
  return (
    <div aria-hidden className="flex w-full items-end gap-1 self-stretch" style={{ height }}>
      {bars.map((share, i) => <span key={i} className="flex-1 rounded-mark bg-surface-sunken" style={{ height: `${share}%` }} />)}
    </div>
  )
}
