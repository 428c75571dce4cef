import { IconButton, RangeSlider } from '@assay/design-system'
import type { PreviousLocation } from '@assay/risk-service/contract'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isShown, numberedLocations } from './drawn-places.ts'

/** Milliseconds from one location to the next while playing. */
const playStep = 1200
/** Steps of the slider from the first to the last location. */
const sliderSteps = 100
const minute = 60_000

interface PreviousTimelineProps {
  /** The newest first. */
  locations: readonly PreviousLocation[]
  /** Start and end of the shown time, in milliseconds. */
  time: readonly [number, number]
  onTimeChange: (time: [number, number]) => void
}

/** Returns the scale of a slider from the oldest to the newest location, which it reaches; null without any time between. */
export function timeScale(locations: readonly PreviousLocation[]): { min: number; max: number; step: number } | null {
  const times = locations.map(({ at }) => Date.parse(at))
  const [min, last] = [Math.min(...times), Math.max(...times)]
  if (times.length === 0 || min === last) return null
  const step = Math.max(minute, Math.ceil((last - min) / sliderSteps))
  return { min, max: min + step * Math.ceil((last - min) / step), step }
}

/** The times of the earlier locations of a user with two handles, and a button that plays through their numbers. */
export function PreviousTimeline({ locations, time, onTimeChange }: PreviousTimelineProps) {
  const intl = useIntl()
  const [playing, setPlaying] = useState<number | null>(null)
  const numbered = numberedLocations(locations)
  const scale = timeScale(locations)
  const timeOf = (number: number) => Date.parse(numbered[number - 1]?.location.at ?? '')
  const showUntil = (number: number) => {
    // The last one ends at the end of the scale.
    onTimeChange([timeOf(1), number >= numbered.length ? (scale?.max ?? timeOf(number)) : timeOf(number)])
    setPlaying(number >= numbered.length ? null : number)
  }
  useEffect(() => {
    if (playing === null) return undefined
    const timer = setTimeout(() => showUntil(playing + 1), playStep)
    return () => clearTimeout(timer)
  })
  if (scale === null) return null
  const text = (value: number) => intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h12' })
  const shown = locations.filter(location => isShown(location, time)).length
  return (
    <section
      aria-label={intl.formatMessage({ id: 'Review.Map.Time.Title' })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-bs border-line-subtle px-4 py-3 text-sm"
    >
      <IconButton
        icon={playing === null ? Play : Pause}
        label={intl.formatMessage({ id: playing === null ? 'Review.Map.Time.Play' : 'Review.Map.Time.Pause' })}
        onClick={() => (playing === null ? showUntil(1) : setPlaying(null))}
      />
      <span className="text-fg-secondary">
        <FormattedMessage id="Review.Map.Time.Title" />
      </span>
      <RangeSlider
        className="min-w-[12rem] flex-1"
        {...scale}
        value={time}
        thumbLabels={[
          intl.formatMessage({ id: 'Review.Map.Time.From' }),
          intl.formatMessage({ id: 'Review.Map.Time.To' }),
        ]}
        marks={numbered.map(({ location }) => ({ value: Date.parse(location.at) }))}
        formatValue={text}
        onValueChange={next => {
          setPlaying(null)
          onTimeChange(next)
        }}
      />
      <p aria-live="polite" className="min-w-0">
        <bdi className="block font-medium">{intl.formatDateTimeRange(time[0], time[1], { dateStyle: 'medium' })}</bdi>
        <span className="text-xs text-fg-muted">
          <FormattedMessage
            id="Review.Map.Time.Shown"
            values={{ shown: intl.formatNumber(shown), count: locations.length }}
          />
        </span>
      </p>
    </section>
  )
}
