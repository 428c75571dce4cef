import { at } from './logistic.ts'

/**
 * The bins of a feature's values. Bin i contains values below `cuts[i]`, the last one the rest; `unknown` is a bin of
 * its own.
 */
export interface Bins {
  cuts: number[]
  /** Weight of evidence per bin: ln((share of frauds in it) / (share of the others in it)). */
  woe: number[]
  unknown: number
  /** Information value: Σ (share of frauds − share of others) · woe. */
  value: number
}

export type Direction = 'rising' | 'falling' | null

const fineBins = 256
const leaves = 8
/** Weight of the prior of a bin, in rows: a bin of few rows is weak evidence. */
const prior = 20

/** Returns the index of the bin of a known value. */
export function binOf(cuts: readonly number[], value: number): number {
  let index = 0
  while (index < cuts.length && value >= (cuts[index] as number)) index++
  return index
}

/**
 * Creates supervised bins of one feature: fine quantiles, the tails finer, are split where the split is most
 * informative (likelihood ratio G), while it exceeds chance (G > 12) and both sides contain enough rows; then
 * neighbours against `direction` are merged. NaN is unknown. Null when all values are unknown, or one bin contains all
 * values and none is unknown.
 */
export function createBins(values: Float64Array, labels: Uint8Array, direction: Direction = null): Bins | null {
  const present: number[] = []
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(at(values, i))) present.push(i)
  if (present.length === 0) return null
  const sorted = Float64Array.from(present, i => at(values, i)).sort()
  const edges = new Set<number>()
  for (let k = 1; k < fineBins; k++) edges.add(at(sorted, Math.floor((k * sorted.length) / fineBins)))
  for (const tail of [0.997, 0.998, 0.999, 0.9995]) edges.add(at(sorted, Math.floor(tail * sorted.length)))
  const lowest = at(sorted, 0)
  const edge = [...edges].filter(cut => cut > lowest).sort((a, b) => a - b)
  const good = new Float64Array(edge.length + 1)
  const bad = new Float64Array(edge.length + 1)
  for (const i of present) {
    const index = place(edge, at(values, i))
    if (at(labels, i) === 1) bad[index] = at(bad, index) + 1
    else good[index] = at(good, index) + 1
  }
  const least = Math.max(40, present.length * 0.0008)
  const spans: [from: number, to: number][] = [[0, edge.length + 1]]
  while (spans.length < leaves) {
    let best: { span: number; cut: number; gain: number } | null = null
    spans.forEach(([from, to], span) => {
      const found = bestCut(good, bad, from, to, least)
      if (found !== null && found.gain > (best?.gain ?? 12)) best = { span, ...found }
    })
    if (best === null) break
    const { span, cut } = best as { span: number; cut: number }
    const [from, to] = spans[span] as [number, number]
    spans.splice(span, 1, [from, cut], [cut, to])
  }
  const merged = direction === null ? spans : monotone(spans, good, bad, direction)
  const totalBad = labels.reduce((sum, label) => sum + label, 0)
  const totalGood = labels.length - totalBad
  const rate = totalBad / labels.length
  const evidence = (g: number, b: number): number =>
    Math.log((b + prior * rate) / (g + prior * (1 - rate))) - Math.log(totalBad / totalGood)
  const sums = merged.map(([from, to]) => ({ g: sumOf(good, from, to), b: sumOf(bad, from, to) }))
  const lost = { g: totalGood - sumOf(good, 0, good.length), b: totalBad - sumOf(bad, 0, bad.length) }
  if (merged.length === 1 && lost.g + lost.b < least) return null
  const parts = [...sums, lost]
  return {
    cuts: merged.slice(1).map(([from]) => edge[from - 1] as number),
    woe: sums.map(({ g, b }) => evidence(g, b)),
    unknown: lost.g + lost.b === 0 ? 0 : evidence(lost.g, lost.b),
    value: parts.reduce((sum, { g, b }) => sum + (b / totalBad - g / totalGood) * evidence(g, b), 0),
  }
}

/** Does the same as `binOf` by binary search: for many edges. */
function place(edges: readonly number[], value: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value >= (edges[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

function bestCut(
  good: Float64Array,
  bad: Float64Array,
  from: number,
  to: number,
  least: number,
): { cut: number; gain: number } | null {
  const g = sumOf(good, from, to)
  const b = sumOf(bad, from, to)
  let best: { cut: number; gain: number } | null = null
  let [gl, bl] = [0, 0]
  for (let cut = from + 1; cut < to; cut++) {
    gl += at(good, cut - 1)
    bl += at(bad, cut - 1)
    if (gl + bl < least || g + b - gl - bl < least) continue
    const gain = 2 * (likelihood(gl, bl) + likelihood(g - gl, b - bl) - likelihood(g, b))
    if (best === null || gain > best.gain) best = { cut, gain }
  }
  return best
}

const term = (count: number, total: number): number => (count === 0 ? 0 : count * Math.log(count / total))
const likelihood = (g: number, b: number): number => term(g, g + b) + term(b, g + b)

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += at(values, i)
  return sum
}

/** Pools neighbours until the fraud rate is monotonic (pool adjacent violators; Ayer et al. 1955). */
function monotone(
  spans: readonly [number, number][],
  good: Float64Array,
  bad: Float64Array,
  direction: 'rising' | 'falling',
): [number, number][] {
  const rate = ([from, to]: [number, number]): number =>
    sumOf(bad, from, to) / Math.max(1, sumOf(bad, from, to) + sumOf(good, from, to))
  const pooled: [number, number][] = []
  for (const span of spans) {
    let [from] = span
    const [, to] = span
    for (;;) {
      const before = pooled.at(-1)
      if (before === undefined) break
      const step = rate([from, to]) - rate(before)
      if (direction === 'rising' ? step >= 0 : step <= 0) break
      from = before[0]
      pooled.pop()
    }
    pooled.push([from, to])
  }
  return pooled
}
