import type { BarItem } from '../bar-chart/bars.ts'
import { countsAtOrAbove, type DistributionBin } from '../distribution-chart/distribution.ts'
import type { CurvePoint } from '../plot/curve.ts'
import type { ChartPoint, ChartSeries } from '../plot/series.ts'

/** Sample data of the stories: the same numbers in every run. */
export const hour = 3_600_000
export const day = 24 * hour
export const start = Date.UTC(2026, 10, 20, 15)
/** For what goes on for weeks: a chart leaves steps that are not over out of its sentence. */
const lastYear = Date.UTC(2025, 10, 20, 15)

export const decisionSeries: ChartSeries[] = [
  { key: 'approve', label: 'Approve', tone: 'approve' },
  { key: 'review', label: 'Review', tone: 'review' },
  { key: 'challenge', label: 'Challenge', tone: 'challenge' },
  { key: 'reject', label: 'Reject', tone: 'reject' },
]
const approve = [
  1920, 2150, 2370, 2600, 2700, 2760, 2500, 2100, 1800, 1120, 920, 780, 640, 560, 600, 860, 1080, 1400, 1740, 1840,
  2030, 1960, 1920, 1860,
]
const reject = [40, 42, 44, 50, 52, 60, 55, 50, 40, 30, 28, 560, 860, 450, 22, 30, 32, 40, 44, 50, 55, 48, 46, 44]
export const decisions: ChartPoint[] = approve.map((value, i) => ({
  time: start + i * hour,
  values: {
    approve: value,
    review: Math.round(value * 0.045),
    challenge: Math.round(value * 0.02 + 15),
    reject: reject[i] ?? 0,
  },
}))
export const attack = { from: start + 11 * hour, to: start + 14 * hour, label: 'Card testing, 2:10 to 4:40 AM' }

export const rateSeries: ChartSeries[] = [
  { key: 'reject', label: 'Rejected', tone: 'series-4' },
  { key: 'review', label: 'Reviewed', tone: 'series-2' },
]
export const rates: ChartPoint[] = decisions.map(({ time, values }, i) => ({
  time,
  values: {
    reject: (values.reject ?? 0) / ((values.approve ?? 0) + (values.reject ?? 0)),
    review: 0.04 + (i % 5) / 500,
  },
}))

/** A wave with a little deterministic noise. */
export const wave = (i: number, size: number, turn: number) =>
  Math.round(size * (1 + 0.45 * Math.sin((i + turn) / 3.4)) + ((i * 7919 + turn * 131) % (size / 6)))

export const fiveSeries: ChartSeries[] = [
  'Purchase',
  'Account creation',
  'Account login',
  'Loss prevention',
  'Gift cards',
].map((label, i) => ({
  key: `s${i}`,
  label,
  tone: (['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const)[i]!,
}))
export const fivePoints: ChartPoint[] = Array.from({ length: 30 }, (_, i) => ({
  time: lastYear + i * day,
  values: Object.fromEntries(fiveSeries.map(({ key }, n) => [key, wave(i, 900 + n * 420, n * 5)])),
}))

const minute = hour / 60
/** Minutes of five figures with peaks of one minute, which no down-sampling may lose. */
export const manyPoints = (count: number): ChartPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    time: start + i * minute,
    values: Object.fromEntries(
      fiveSeries.map(({ key }, n) => [
        key,
        // A night without data in every series, and one outlier in each.
        i > count * 0.62 && i < count * 0.65 ? null : wave(i / 40, 400 + n * 700, n * 5) * (i === 61 * (n + 1) ? 3 : 1),
      ]),
    ),
  }))
/** Hours of decisions: days with their nights, and an attack of three hours. */
export const manyDecisions = (count: number): ChartPoint[] =>
  Array.from({ length: count }, (_, i) => {
    const { time: _time, values } = decisions[i % decisions.length]!
    const growth = 1 + i / count
    return {
      time: start + i * hour,
      values: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          Math.round((value ?? 0) * growth * (key === 'reject' && Math.abs(i - count / 2) > 12 ? 0.3 : 1)),
        ]),
      ),
    }
  })

export const merchants: BarItem[] = [
  ['de', 'Germany', 18_204],
  ['fr', 'France', 12_870],
  ['nl', 'Netherlands', 9412],
  ['lt', 'Lithuania', 7125],
  ['es', 'Spain', 6018],
  ['it', 'Italy', 5230],
  ['pl', 'Poland', 4188],
  ['se', 'Sweden', 3371],
  ['at', 'Austria', 2904],
  ['be', 'Belgium', 2210],
  ['fi', 'Finland', 1188],
  ['pt', 'Portugal', 1042],
  ['ie', 'Ireland', 876],
].map(([id, label, value]) => ({ id: String(id), label: String(label), value: Number(value) }))

const bell = (x: number, middle: number, width: number) => Math.exp(-((x - middle) ** 2) / (2 * width ** 2))

/** A hundred bins of ten points: one event in a hundred is fraud, and most of that scores high. */
export const bins: DistributionBin[] = Array.from({ length: 100 }, (_, i) => {
  const at = i * 10 + 5
  return {
    from: i * 10,
    to: Math.min(i * 10 + 9, 999),
    legitimate:
      Math.round(46_000 * (bell(at, 155, 75) + 0.36 * bell(at, 390, 120)) + ((i * 7919) % 900)) * (at < 900 ? 1 : 0) +
      (at >= 900 ? 40 : 0),
    fraud: Math.round(
      430 * (bell(at, 860, 80) + 0.36 * bell(at, 660, 110) + 0.012) + ((i * 131) % 17) * bell(at, 800, 260),
    ),
  }
})

const all = countsAtOrAbove(bins, 0)
const step = (score: number) => {
  const above = countsAtOrAbove(bins, score)
  return { threshold: score, above }
}
export const rocPoints: CurvePoint[] = Array.from({ length: 101 }, (_, i) => step(Math.min(i * 10, 1000))).map(
  ({ threshold, above }) => ({ threshold, x: above.legitimate / all.legitimate, y: above.fraud / all.fraud }),
)
/** A weaker model: further from the corner. */
export const weakPoints: CurvePoint[] = rocPoints.map(point => ({ ...point, x: point.x ** 0.55 * 0.9 + point.x * 0.1 }))
export const precisionPoints: CurvePoint[] = Array.from({ length: 100 }, (_, i) => step(i * 10)).flatMap(
  ({ threshold, above }) =>
    above.fraud + above.legitimate > 0
      ? [{ threshold, x: above.fraud / all.fraud, y: above.fraud / (above.fraud + above.legitimate) }]
      : [],
)

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const heatRows = weekdays.map(label => ({ id: label.toLowerCase(), label }))
export const heatColumns = Array.from({ length: 24 }, (_, i) => ({ id: `h${i}`, label: String(i) }))
export const heatValues = weekdays.map((_, d) =>
  Array.from({ length: 24 }, (_h, h) =>
    d === 6 && h === 3
      ? null
      : Math.round(
          40 +
            380 * bell(h, 20, 5) * (d > 4 ? 1.5 : 1) +
            (d === 5 && h < 5 ? 620 - h * 60 : 0) +
            ((d * 31 + h * 17) % 40),
        ),
  ),
)

const features = ['Amount', 'Account age', 'Device accounts', 'IP distance', 'Card attempts', 'Orders']
export const correlationAxis = features.map(label => ({ id: label.toLowerCase().replaceAll(' ', '-'), label }))
export const correlations = features.map((_, r) =>
  features.map((_c, c) => (r === c ? 1 : Math.round(Math.sin((r + 1) * (c + 1) * 1.7) * 86) / 100)),
)

export const steps: BarItem[] = [
  { id: 'started', label: 'Sign-up started', value: 48_211 },
  { id: 'verified', label: 'E-mail verified', value: 39_804 },
  { id: 'challenge', label: 'Challenge passed', value: 21_340 },
  { id: 'profile', label: 'Profile completed', value: 19_872 },
  { id: 'order', label: 'First order', value: 8655 },
]
