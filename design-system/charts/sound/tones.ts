import { extent, finiteOrNull } from '../plot/numbers.ts'
import { scaleToPixels } from '../plot/value-axis.ts'

/** One tone of a series that is heard. */
export interface Tone {
  /** Index of the first step that it stands for. */
  step: number
  /** In hertz; a gap is silent. */
  frequency: number | null
  /** Seconds from the first tone to its beginning. */
  start: number
  /** Seconds. */
  length: number
  /** From -1, at the left, to 1, at the right: time runs to the right in every language, as in the picture. */
  pan: number
}

/** Two octaves: a value in the middle is the concert pitch. */
const [lowest, highest] = [220, 880]
/** Seconds of a whole series at most, and of one tone at most and at least. */
const longest = 5
const [shortTone, longTone] = [0.05, 0.25]
/** More steps than this are put together: shorter tones are noise. */
const maxTones = Math.round(longest / shortTone)

/** Pitch is heard in ratios: equal differences of a value are equal intervals. */
function frequencyOf(value: number, low: number, high: number): number {
  const place = high === low ? 0.5 : (value - low) / (high - low)
  return lowest * (highest / lowest) ** place
}

/**
 * The tones of a series: one for each step, which rises and falls with the value, from left to right. Of steps that
 * share a tone the highest value is heard, so that no peak is lost.
 */
export function tonesOf(values: ArrayLike<number | null>): Tone[] {
  const size = Math.max(1, Math.ceil(values.length / maxTones))
  const groups: { step: number; value: number | null }[] = []
  for (let step = 0; step < values.length; step += size) {
    let value: number | null = null
    for (let i = step; i < Math.min(step + size, values.length); i++) {
      const each = finiteOrNull(values[i])
      if (each !== null && (value === null || each > value)) value = each
    }
    groups.push({ step, value })
  }
  const range = extent(groups.map(({ value }) => value))
  if (range === null) return []
  const length = Math.min(longTone, longest / groups.length)
  return groups.map(({ step, value }, n) => ({
    step,
    frequency: value === null ? null : frequencyOf(value, range.low, range.high),
    start: n * length,
    length,
    pan: scaleToPixels(n, [0, groups.length - 1], [-1, 1]),
  }))
}
