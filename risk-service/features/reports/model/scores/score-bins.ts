import { lastCutoff, scoreBinWidth } from '../../../../contract/reports/report-definitions.ts'
import { addTotals, groupBy, type Totals, totalsOf } from '../figures/totals.ts'
import type { AssessedRecord } from '../records/assessed-record.ts'
import { isScored } from '../records/report-record.ts'

export const binWidth = scoreBinWidth
/** The last threshold, which no score reaches. */
export const lastThreshold = lastCutoff
export const binCount = lastThreshold / binWidth

/** Volumes by score, in bins of ten scores. */
export interface ScoreBins {
  /** By the number of the bin; bins without records are missing. */
  bins: ReadonlyMap<number, Totals>
  /** Of transactions without a score. */
  noScore: Totals
}

/** Sorts records into bins. */
export function scoreBinsOf(records: readonly AssessedRecord[]): ScoreBins {
  const groups = groupBy(records, ({ record }) => [isScored(record) ? Math.floor(record.score / binWidth) : -1])
  const numbers = [...groups.keys()].filter(bin => bin >= 0).sort((left, right) => left - right)
  return {
    bins: new Map(numbers.map(bin => [bin, totalsOf(groups.get(bin) ?? [])])),
    noScore: totalsOf(groups.get(-1) ?? []),
  }
}

export const binName = (bin: number): string => `${bin * binWidth}-${bin * binWidth + binWidth - 1}`

/** Rounds down to a threshold that can be set: a multiple of ten from 0 to 1000. */
export const thresholdOf = (value: number): number =>
  Math.min(lastThreshold, Math.max(0, Math.floor(value / binWidth) * binWidth))

/** All thresholds, ascending. */
export const thresholds: readonly number[] = Array.from({ length: binCount + 1 }, (_, index) => index * binWidth)

/** What a cutoff separates: volumes of all scores, of those at or above it, and of those under it. */
export interface Split {
  all: Totals
  above: Totals
  under: Totals
}

/** Splits volumes at a multiple of ten from 0 to 1000. */
type SplitAt = (threshold: number) => Split
/** Every figure of a report splits the same volumes. */
const splitters = new WeakMap<ScoreBins, SplitAt>()

/** Returns what splits volumes at thresholds; the same function for the same volumes. */
export function splitter(scores: ScoreBins): SplitAt {
  const found = splitters.get(scores) ?? createSplitter(scores)
  splitters.set(scores, found)
  return found
}

function createSplitter({ bins }: ScoreBins): SplitAt {
  const entries = [...bins]
  const all = addTotals(entries.map(([, totals]) => totals))
  const cache = new Map<number, Split>()
  return threshold => {
    const found = cache.get(threshold)
    if (found !== undefined) return found
    const isAbove = ([bin]: readonly [number, Totals]): boolean => bin * binWidth >= threshold
    const sum = (some: typeof entries): Totals => addTotals(some.map(([, totals]) => totals))
    const split = { all, above: sum(entries.filter(isAbove)), under: sum(entries.filter(each => !isAbove(each))) }
    cache.set(threshold, split)
    return split
  }
}
