import { clamp, finiteOrNull, shareOf, toCount } from '../plot/numbers.ts'

/** Events of each class whose score is at least `from` and at most `to`. */
export interface DistributionBin {
  from: number
  to: number
  legitimate: number
  fraud: number
}

export interface ClassCounts {
  legitimate: number
  fraud: number
}

/** Bins in the order of the score, with valid counts; bins without readable limits are omitted. */
export function normaliseBins(bins: readonly DistributionBin[]): DistributionBin[] {
  return bins
    .filter(bin => finiteOrNull(bin.from) !== null && finiteOrNull(bin.to) !== null && bin.to >= bin.from)
    .map(bin => ({ ...bin, legitimate: toCount(bin.legitimate), fraud: toCount(bin.fraud) }))
    .toSorted((a, b) => a.from - b.from)
}

const sum = (bins: readonly ClassCounts[]): ClassCounts =>
  bins.reduce<ClassCounts>(
    (all, bin) => ({ legitimate: all.legitimate + bin.legitimate, fraud: all.fraud + bin.fraud }),
    { legitimate: 0, fraud: 0 },
  )

/** Events at or above a score. Scores are integers; inside a bin they count as evenly spread. */
export function countsAtOrAbove(bins: readonly DistributionBin[], score: number): ClassCounts {
  return sum(
    bins.map(bin => {
      const part = clamp((bin.to + 1 - score) / (bin.to + 1 - bin.from), 0, 1)
      return { legitimate: bin.legitimate * part, fraud: bin.fraud * part }
    }),
  )
}

export interface Zone extends ClassCounts {
  from: number
  to: number
}

/**
 * Events between the limits: below the first, between two, at or above the last. Integers; all zones together are all
 * events.
 */
export function zonesOf(
  bins: readonly DistributionBin[],
  thresholds: readonly number[],
  min: number,
  max: number,
): Zone[] {
  const limits = [min, ...thresholds]
  const above = limits.map((limit, i) => {
    const counts = i === 0 ? sum(bins) : countsAtOrAbove(bins, limit)
    return { legitimate: Math.round(counts.legitimate), fraud: Math.round(counts.fraud) }
  })
  return limits.map((from, i) => ({
    from,
    to: i + 1 < limits.length ? limits[i + 1]! - 1 : max,
    legitimate: above[i]!.legitimate - (above[i + 1]?.legitimate ?? 0),
    fraud: above[i]!.fraud - (above[i + 1]?.fraud ?? 0),
  }))
}

export interface Confusion {
  /** Fraud stopped, good events stopped, fraud let through, good events let through. */
  truePositive: number
  falsePositive: number
  falseNegative: number
  trueNegative: number
  /** Share of known fraud at or above the limit. */
  detection: number | null
  /** Share of good events at or above the limit. */
  falsePositiveRate: number | null
  /** Share of fraud among the events at or above the limit. */
  precision: number | null
  /** Share of all events at or above the limit. */
  stopped: number | null
  /** Share of fraud among the events that pass. */
  fraudBelow: number | null
}

/** Events that a limit stops and lets through, as counts and rates. */
export function confusionAt(bins: readonly DistributionBin[], threshold: number): Confusion {
  const all = sum(bins)
  const above = countsAtOrAbove(bins, threshold)
  const truePositive = Math.round(above.fraud)
  const falsePositive = Math.round(above.legitimate)
  const falseNegative = all.fraud - truePositive
  const trueNegative = all.legitimate - falsePositive
  return {
    truePositive,
    falsePositive,
    falseNegative,
    trueNegative,
    detection: shareOf(truePositive, all.fraud),
    falsePositiveRate: shareOf(falsePositive, all.legitimate),
    precision: shareOf(truePositive, truePositive + falsePositive),
    stopped: shareOf(truePositive + falsePositive, all.fraud + all.legitimate),
    fraudBelow: shareOf(falseNegative, falseNegative + trueNegative),
  }
}

/** Each class as shares of itself: counts would hide a class of one in a hundred. */
export function classShares(bins: readonly DistributionBin[]): ClassCounts[] {
  const all = sum(bins)
  return bins.map(bin => ({
    legitimate: shareOf(bin.legitimate, all.legitimate) ?? 0,
    fraud: shareOf(bin.fraud, all.fraud) ?? 0,
  }))
}

/** Joins neighbours until there are at most `most` bins: a narrow screen shows wider bins of the same events. */
export function mergeBins(bins: readonly DistributionBin[], most: number): DistributionBin[] {
  const size = Math.max(1, Math.ceil(bins.length / Math.max(1, most)))
  return Array.from({ length: Math.ceil(bins.length / size) }, (_, i) => {
    const part = bins.slice(i * size, (i + 1) * size)
    return { ...sum(part), from: part[0]!.from, to: part.at(-1)!.to }
  })
}

export interface ThresholdSteps {
  /** Steps of the arrow keys, Shift with arrow keys, PageUp and PageDown. */
  small: number
  large: number
  page: number
}

/** The values after a key on handle `index`, or nothing for a key without a command. Handles never pass each other. */
export function moveThreshold(
  values: readonly number[],
  index: number,
  event: { key: string; shiftKey: boolean },
  { min, max, steps }: { min: number; max: number; steps: ThresholdSteps },
): number[] | null {
  const at = values[index]
  if (at === undefined) return null
  const low = index === 0 ? min : values[index - 1]!
  const high = index === values.length - 1 ? max : values[index + 1]!
  const step = event.shiftKey ? steps.large : steps.small
  const targets: Record<string, number> = {
    ArrowRight: at + step,
    ArrowUp: at + step,
    ArrowLeft: at - step,
    ArrowDown: at - step,
    PageUp: at + steps.page,
    PageDown: at - steps.page,
    Home: low,
    End: high,
  }
  const target = targets[event.key]
  return target === undefined ? null : values.map((value, i) => (i === index ? clamp(target, low, high) : value))
}
