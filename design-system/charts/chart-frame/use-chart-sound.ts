import { useCallback, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import type { ChartAudio } from '../../lib/chart-surroundings/chart-audio.ts'
import { useCharts } from '../../lib/chart-surroundings/charts-provider.tsx'
import type { Store } from '../../lib/chart-surroundings/store.ts'
import { extent, finiteOrNull } from '../plot/numbers.ts'
import { playTones } from '../sound/play-tones.ts'
import { tonesOf } from '../sound/tones.ts'
import { type ChartTable, formatOrDash } from './chart-table.tsx'

/** The sound of a chart: whether it is playing, and what starts or stops it. */
export interface ChartSound {
  state: 'silent' | 'playing' | 'unavailable'
  toggle: () => void
}

/** Silences the chart that is playing: two at once could not be told apart. */
let silenceCurrent: (() => void) | undefined

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A browser that has audio may still refuse it: too many at once, or no device. */
function audioOrNull(create: () => ChartAudio): ChartAudio | null {
  try {
    return create()
  } catch {
    return null
  }
}

/**
 * Plays the columns of a table as tones, one after another, each announced by its name. The step that is heard is
 * written into `step`, so that the plot can show it, unless the reader wants no motion. Escape stops it.
 */
export function useChartSound(table: ChartTable, step: Store<number | null>): ChartSound {
  const intl = useIntl()
  const announce = useAnnounce()
  const { createAudio } = useCharts()
  const [playing, setPlaying] = useState(false)
  const stop = useRef<() => void>(undefined)
  const silence = useCallback(() => {
    stop.current?.()
    stop.current = undefined
    if (silenceCurrent === silence) silenceCurrent = undefined
    step.set(null)
    setPlaying(false)
  }, [step])
  const play = () => {
    if (createAudio === null) return
    const { columns, rows } = table
    const heard = columns.flatMap(column => {
      const values = rows.map(row => finiteOrNull(row.values[column.key]))
      const range = extent(values)
      return range === null ? [] : [{ column, range, tones: tonesOf(values) }]
    })
    if (heard.length === 0) return
    const audio = audioOrNull(createAudio)
    if (audio === null)
      return announce(intl.formatMessage({ id: 'DesignSystem.Chart.Sound.Unavailable' }), { assertive: true })
    const isStill = prefersNoMotion()
    silenceCurrent?.()
    setPlaying(true)
    silenceCurrent = silence
    stop.current = playTones(
      audio,
      heard.map(({ tones }) => tones),
      {
        onSeries: n => {
          const { column, range } = heard[n]!
          announce(
            intl.formatMessage(
              { id: 'DesignSystem.Chart.Sound.Series' },
              {
                series: column.label,
                low: formatOrDash(range.low, column.format),
                high: formatOrDash(range.high, column.format),
              },
            ),
          )
        },
        onStep: index => {
          if (!isStill) step.set(rows[index]?.position ?? null)
        },
        onEnd: silence,
      },
    )
  }
  // A chart that goes away is silent.
  useEffect(
    () => () => {
      if (stop.current) silence()
    },
    [silence],
  )
  useEffect(() => {
    if (!playing) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // One level at a time: what else Escape would close stays open.
      event.preventDefault()
      event.stopPropagation()
      silence()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [playing, silence])
  return {
    state: playing ? 'playing' : createAudio === null ? 'unavailable' : 'silent',
    toggle: () => (playing ? silence() : play()),
  }
}
