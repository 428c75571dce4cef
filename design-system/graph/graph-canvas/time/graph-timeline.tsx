import { CalendarRange } from 'lucide-react'
import * as Slider from 'radix-ui/slider'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Field } from '../../../forms/field/field.tsx'
import { Input } from '../../../forms/input/input.tsx'
import { useAnnounce } from '../../../lib/announcer.tsx'
import { cn } from '../../../lib/cn.ts'
import { useFormat } from '../../../lib/format/index.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../../overlays/popover/popover.tsx'
import { Button } from '../../../primitives/button/button.tsx'
import { Icon } from '../../../primitives/icon/icon.tsx'
import type { TimePeriod } from '../model/graph-state.ts'
import { dayOf, endOf, startOf } from './days.ts'
import { PlaybackControls } from './playback-controls.tsx'

interface GraphTimelineProps {
  from: number
  to: number
  counts: readonly number[]
  period: TimePeriod | null
  onPeriodChange: (period: TimePeriod | null) => void
  /** Number of visible nodes out of all. */
  shown: number
  whole: number
}

/**
 * Filters nodes by the time they were first seen, with two handles. The picture is updated when a handle is released.
 * Time runs left to right in every language.
 */
export function GraphTimeline({ from, to, counts, period, onPeriodChange, shown, whole }: GraphTimelineProps) {
  const intl = useIntl()
  const format = useFormat()
  // Value of a handle while it is dragged; discarded when the period changes.
  const [moving, setMoving] = useState<{ at: TimePeriod; base: TimePeriod | null } | null>(null)
  const [start, end] = (moving?.base === period ? moving?.at : undefined) ?? period ?? [from, to]
  useCountAnnouncement(period, shown, whole)
  const most = counts.reduce((a, b) => Math.max(a, b), 1)
  const width = (to - from) / counts.length
  const apply = (next: TimePeriod) => {
    setMoving(null)
    onPeriodChange(next[0] <= from && next[1] >= to ? null : next)
  }
  const typed = (text: string, side: 0 | 1) => {
    const moment = side === 0 ? startOf(text, format.timeZone) : endOf(text, format.timeZone)
    if (moment === null) return
    const at = Math.min(to, Math.max(from, moment))
    apply(side === 0 ? [Math.min(at, end), end] : [start, Math.max(at, start)])
  }
  const thumb = 'block h-12 w-2 rounded-mark border-2 border-accent bg-surface focus-ring forced-color-adjust-none'
  return (
    <div
      data-slot="graph-timeline"
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.FirstSeen' })}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-bs border-line-subtle px-3 py-2"
    >
      <div className="flex flex-col gap-1">
        <PlaybackControls from={from} to={to} period={period} onPeriodChange={onPeriodChange} />
        <span className="text-xs text-fg-muted">
          <FormattedMessage id="DesignSystem.Graph.FirstSeen" />
        </span>
      </div>
      <div dir="ltr" className="min-w-[10rem] flex-1 px-1">
        <div className="relative h-12">
          <svg
            aria-hidden
            preserveAspectRatio="none"
            viewBox={`0 0 ${counts.length} 100`}
            className="absolute inset-0 size-full"
          >
            <rect
              x={((start - from) / (to - from)) * counts.length}
              width={Math.max(0, ((end - start) / (to - from)) * counts.length)}
              y={0}
              height={100}
              className="fill-accent-subtle forced-colors:fill-none"
            />
            {counts.map((count, i) => {
              const at = from + (i + 0.5) * width
              const height = count === 0 ? 2 : Math.max(8, (count / most) * 100)
              return (
                <rect
                  key={i}
                  x={i + 0.1}
                  width={0.8}
                  y={100 - height}
                  height={height}
                  className={cn(
                    at >= start && at <= end
                      ? 'fill-accent forced-colors:fill-[Highlight]'
                      : 'fill-line forced-colors:fill-[GrayText]',
                  )}
                />
              )
            })}
          </svg>
          <Slider.Root
            dir="ltr"
            min={from}
            max={to}
            step={Math.max(1, Math.round((to - from) / 200))}
            value={[start, end]}
            onValueChange={([a = from, b = to]) => setMoving({ at: [a, b], base: period })}
            onValueCommit={([a = from, b = to]) => apply([a, b])}
            className="absolute inset-0 flex items-center select-none"
          >
            <Slider.Track className="relative h-full grow">
              <Slider.Range />
            </Slider.Track>
            <Slider.Thumb
              className={thumb}
              aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.From' })}
              aria-valuetext={format.date(start)}
            />
            <Slider.Thumb
              className={thumb}
              aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.To' })}
              aria-valuetext={format.date(end)}
            />
          </Slider.Root>
        </div>
        <div aria-hidden className="flex justify-between pbs-0.5 text-2xs text-fg-muted">
          <bdi dir="auto">{format.date(from)}</bdi>
          <bdi dir="auto">{format.date(to)}</bdi>
        </div>
      </div>
      <div className="flex flex-col items-end">
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="ghost" size="sm">
              <Icon icon={CalendarRange} />
              <FormattedMessage
                id="DesignSystem.Graph.Period"
                values={{ from: format.date(start), to: format.date(end) }}
              />
            </Button>
          </PopoverTrigger>
          <PopoverContent
            side="top"
            align="end"
            label={intl.formatMessage({ id: 'DesignSystem.Graph.FirstSeen' })}
            className="flex flex-col gap-2"
          >
            <Field label={intl.formatMessage({ id: 'DesignSystem.Graph.From' })}>
              <Input
                type="date"
                defaultValue={dayOf(start, format.timeZone)}
                onChange={event => typed(event.target.value, 0)}
              />
            </Field>
            <Field label={intl.formatMessage({ id: 'DesignSystem.Graph.To' })}>
              <Input
                type="date"
                defaultValue={dayOf(end, format.timeZone)}
                onChange={event => typed(event.target.value, 1)}
              />
            </Field>
            <Button size="sm" disabled={period === null} onClick={() => onPeriodChange(null)}>
              <FormattedMessage id="DesignSystem.Graph.WholePeriod" />
            </Button>
          </PopoverContent>
        </Popover>
        <span className="px-2 text-xs text-fg-muted">
          <FormattedMessage id="DesignSystem.Graph.ShownOf" values={{ shown, whole }} />
        </span>
      </div>
    </div>
  )
}

/** Milliseconds without a further change of the period after which its number of nodes is announced: not while it plays. */
const announcementDelay = 600

/** Announces how many nodes a chosen period shows. */
function useCountAnnouncement(period: TimePeriod | null, shown: number, whole: number): void {
  const intl = useIntl()
  const announce = useAnnounce()
  const [first] = useState(period)
  const say = useEffectEvent(() => announce(intl.formatMessage({ id: 'DesignSystem.Graph.ShownOf' }, { shown, whole })))
  const announced = useRef(first)
  useEffect(() => {
    if (announced.current === period) return
    const timer = setTimeout(() => {
      announced.current = period
      say()
    }, announcementDelay)
    return () => clearTimeout(timer)
  }, [period])
}
