import { useEffect, useState } from 'react'

export const chartTones = ['approve', 'review', 'challenge', 'reject', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const
export type ChartTone = (typeof chartTones)[number]

export interface ChartSeries {
  key: string
  label: string
  tone: ChartTone
}

/** One bucket of time. A missing value is a gap, not a zero. */
export interface ChartPoint {
  /** Start of the bucket. */
  time: number
  values: Readonly<Record<string, number | null>>
}

interface Look {
  fill: string
  stroke: string
  /** Dash of a line, so that lines differ without colour. */
  dash: string
  /** Angle and distance of the hatching in forced colours. */
  hatch: { angle: number; gap: number }
}

const decision = (name: string, angle: number, gap: number): Look => ({
  fill: `var(--ds-decision-${name})`, stroke: `var(--ds-decision-${name})`, dash: '', hatch: { angle, gap },
})
const line = (n: number, dash: string, angle: number): Look => ({
  fill: `var(--ds-chart-${n})`, stroke: `var(--ds-chart-${n})`, dash, hatch: { angle, gap: 4 + n },
})

/** Series n has colour n, dash n and pattern n. Approve is the quiet majority: pale with a line. */
export const chartLooks: Record<ChartTone, Look> = {
  approve: { fill: 'var(--ds-decision-approve-subtle)', stroke: 'var(--ds-decision-approve-border)', dash: '', hatch: { angle: 0, gap: 1000 } },
  review: decision('review', 45, 4),
  challenge: decision('challenge', 0, 3),
  reject: decision('reject', -45, 2.5),
  'series-1': line(1, '', 45),
  'series-2': line(2, '5 3', -45),
  'series-3': line(3, '2 2', 0),
  'series-4': line(4, '8 3 2 3', 90),
  'series-5': line(5, '1 3', 30),
}

/** SVG marks are not repainted by the browser in forced colours: charts ask and draw patterns instead. */
export function useForcedColors(): boolean {
  const [forced, setForced] = useState(false)
  useEffect(() => {
    const query = matchMedia('(forced-colors: active)')
    const read = () => setForced(query.matches)
    read()
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  }, [])
  return forced
}
