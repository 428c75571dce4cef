import { finiteOrNull } from '../plot/numbers.ts'
import { outerMeans, type SeriesSummary, summariseSeries } from '../plot/series-summary.ts'

/** The largest change between two neighbouring steps. */
interface StepChange {
  /** Index of the step before the change, and of the step after it. */
  from: number
  to: number
  before: number
  after: number
  /** How far the change is from chance, to choose between series; comparable where `counted` is the same. */
  strength: number
}

/** What the values of the steps of an axis do. */
export interface StepFacts extends SeriesSummary {
  /** All values are the same but for chance, or differ by less than a tenth. */
  isSteady: boolean
  /** Only what cannot be chance. */
  change: StepChange | null
  /** The values are counts, and chance is that of counts. */
  counted: boolean
}

export interface StepOptions {
  /** The values are counts of events. Fractions are never counts, whatever is said here. */
  counts?: boolean
  /** Index of the first step that is complete. */
  start?: number
  /** Index after the last step that is complete. */
  end?: number
  /** Whether a step follows the one before it without a break; all do by default. */
  follows?: (index: number) => boolean
}

/** The probability that anything is reported of a series in which nothing but chance happens. */
const falseAlarms = 0.05
/** A change of less than this share of the larger value is not worth a sentence. */
const leastChange = 0.1
/** Where values are no counts: so many times the usual difference of two neighbours is more than chance. */
const unusual = 3

/**
 * The bound that the square of the difference of two counts exceeds by chance in at most `falseAlarms` of all series,
 * when so many pairs are compared. Two Poisson counts of the same mean share their sum like flips of a coin, for which
 * Hoeffding's inequality is P(|b - a| >= d) <= 2 exp(-d² / 2(a + b)); Bonferroni's correction divides by the pairs.
 */
const chanceBound = (sum: number, pairs: number): number => 2 * sum * Math.log((2 * Math.max(1, pairs)) / falseAlarms)

const isCount = (value: number | null): boolean => value === null || (value >= 0 && Number.isInteger(value))

const middleOf = (values: Float64Array): number => (values.length === 0 ? 0 : values.sort()[values.length >> 1]!)

/** The change of one pair after another; gaps and breaks have none. */
function forPairs(
  values: ArrayLike<number | null>,
  follows: (index: number) => boolean,
  visit: (before: number, after: number, to: number) => void,
): void {
  let before = finiteOrNull(values[0])
  for (let i = 1; i < values.length; i++) {
    const after = finiteOrNull(values[i])
    if (before !== null && after !== null && follows(i)) visit(before, after, i)
    before = after
  }
}

/**
 * The facts of a sentence about a time series or a distribution: range, trend, and the largest change between
 * neighbouring steps. What may be chance is no change, no trend, and no range: counts vary as Poisson counts do, other
 * values as much as they usually do from step to step. Null without a value.
 */
export function describeSteps(
  all: ArrayLike<number | null>,
  { counts = false, start = 0, end = all.length, follows = () => true }: StepOptions = {},
): StepFacts | null {
  const values: ArrayLike<number | null> =
    start === 0 && end === all.length ? all : Array.prototype.slice.call(all, start, end)
  const summary = summariseSeries(values)
  if (summary === null) return null
  const { low, high } = summary
  let counted = counts
  for (let i = 0; counted && i < values.length; i++) counted = isCount(finiteOrNull(values[i]))

  let pairs = 0
  let present = 0
  for (let i = 0; i < values.length; i++) if (finiteOrNull(values[i]) !== null) present++
  forPairs(
    values,
    i => follows(start + i),
    () => pairs++,
  )
  let bound = 0
  if (!counted) {
    const differences = new Float64Array(pairs)
    let n = 0
    forPairs(
      values,
      i => follows(start + i),
      (before, after) => (differences[n++] = Math.abs(after - before)),
    )
    bound = unusual * middleOf(differences)
  }
  let change: StepChange | null = null
  forPairs(
    values,
    i => follows(start + i),
    (before, after, to) => {
      const size = Math.abs(after - before)
      if (size < leastChange * Math.max(Math.abs(before), Math.abs(after)) || size === 0) return
      if (counted ? size * size <= chanceBound(before + after, pairs) : pairs < 2 || size <= bound) return
      if (change !== null && size <= Math.abs(change.after - change.before)) return
      const strength = counted ? size / Math.sqrt(before + after) : size / Math.max(Math.abs(before), Math.abs(after))
      change = { from: start + to - 1, to: start + to, before, after, strength }
    },
  )
  const isSmall = high - low <= leastChange * Math.max(Math.abs(low), Math.abs(high))
  const isChance = counted && (high - low) ** 2 <= chanceBound(low + high, (present * (present - 1)) / 2)
  const isSteady = isSmall || isChance
  return {
    ...summary,
    lowAt: start + summary.lowAt,
    highAt: start + summary.highAt,
    trend: isSteady || (counted && !hasTrend(values)) ? 'steady' : summary.trend,
    isSteady,
    change: isSteady ? null : change,
    counted,
  }
}

/** Whether the last third of counts differs from the first by more than chance. */
function hasTrend(values: ArrayLike<number | null>): boolean {
  const { first, last, count } = outerMeans(values)
  const difference = (last - first) * count
  return difference * difference > chanceBound((first + last) * count, 1)
}

/** Index of the step up to which half of all is reached; -1 where there is nothing. Values below zero count nothing. */
export function halfOf(values: ArrayLike<number | null>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.max(0, finiteOrNull(values[i]) ?? 0)
  let before = 0
  for (let i = 0; i < values.length && sum > 0; i++) {
    before += Math.max(0, finiteOrNull(values[i]) ?? 0)
    if (before >= sum / 2) return i
  }
  return -1
}
