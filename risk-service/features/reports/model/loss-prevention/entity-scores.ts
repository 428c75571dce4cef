import { z } from 'zod'
import { idSchema, listOf, orNull } from '../records/report-record.ts'
import { compareNames, rateOf, sumOf, withoutNoise } from '../volumes/volume.ts'

/** Scores of a member of staff or a terminal by month. */
export const monthlyScoresSchema = z.object({
  id: idSchema,
  months: listOf(z.object({ month: z.string(), score: orNull(z.number()) })),
})
/** Value of a reason in one month. */
export const reasonValueSchema = z.object({ id: idSchema, value: orNull(z.number()) })
/** Values of all reasons in one month. */
export const reasonValuesSchema = z.object({ id: idSchema, values: z.record(z.string(), z.number().nullable()) })

export interface ScoreLimits {
  /** The lowest anomalous score. */
  threshold: number
  /** Months as `YYYY-MM`, both included. */
  monthFrom?: string | undefined
  monthTo?: string | undefined
  scoreFrom: number
  scoreTo: number
}

const meanOf = (values: readonly number[]): number | null => rateOf(sumOf(values), values.length)

/** Summarises the scores inside a range of months and scores. */
export function summarizeScores(entities: readonly z.output<typeof monthlyScoresSchema>[], limits: ScoreLimits) {
  const { threshold, monthFrom, monthTo, scoreFrom, scoreTo } = limits
  const rows = entities.flatMap(({ id, months }) => {
    const scores = months.flatMap(({ month, score }) =>
      score !== null &&
      score >= scoreFrom &&
      score <= scoreTo &&
      (monthFrom === undefined || month >= monthFrom) &&
      (monthTo === undefined || month <= monthTo)
        ? [{ month, score }]
        : [],
    )
    return scores.length === 0 ? [] : [{ id, scores }]
  })
  const all = rows.flatMap(({ scores }) => scores)
  const isAnomalous = ({ score }: { score: number }): boolean => score >= threshold
  const months = [...new Set(all.map(({ month }) => month))].sort(compareNames)
  return {
    uniqueIds: rows.length,
    scoreCount: all.length,
    averageScore: meanOf(all.map(({ score }) => score)),
    top: rows
      .map(({ id, scores }) => ({
        id,
        maxScore: Math.max(...scores.map(({ score }) => score)),
        averageScore: meanOf(scores.map(({ score }) => score)) ?? 0,
        scoreCount: scores.length,
        anomalousMonths: scores.filter(isAnomalous).length,
      }))
      .sort(
        (left, right) =>
          right.maxScore - left.maxScore || right.averageScore - left.averageScore || compareNames(left.id, right.id),
      ),
    byMonth: months.map(month => {
      const ofMonth = all.filter(each => each.month === month)
      const veryLikely = ofMonth.filter(isAnomalous).length
      return { month, unlikely: ofMonth.length - veryLikely, veryLikely }
    }),
  }
}

/** Returns the percentile of each entity: its rank from the lowest value, the mean rank where values are equal, ÷ n. */
export function percentilesOf(values: readonly z.output<typeof reasonValueSchema>[]): Record<string, number> {
  const numbers = values.map(({ value }) => value ?? 0).sort((left, right) => left - right)
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  for (const [index, number] of numbers.entries()) {
    if (!first.has(number)) first.set(number, index)
    last.set(number, index)
  }
  return Object.fromEntries(
    values.map(({ id, value }) => {
      const ranks = (first.get(value ?? 0) ?? 0) + (last.get(value ?? 0) ?? 0)
      return [id, (ranks / 2 + 1) / numbers.length]
    }),
  )
}

/** Returns how many standard deviations each value is above the mean; 0 below it, and where all are equal. */
function excessesOf(values: readonly number[]): number[] {
  // Equal values have no deviation, though their computed mean may differ from them by a rounding.
  if (values.every(value => value === values[0])) return values.map(() => 0)
  const mean = sumOf(values) / values.length
  const deviation = Math.sqrt(sumOf(values.map(value => (value - mean) ** 2)) / values.length)
  return values.map(value => Math.max(0, (value - mean) / deviation))
}

type EntityValues = z.output<typeof reasonValuesSchema>

/** Scores each entity from 0 to 999 by the mean of its two largest excesses; three standard deviations are 999. */
export const anomalyScoresOf = (entities: readonly EntityValues[]): Record<string, number> =>
  weightedScoresOf(entities, () => 1)

/** Scores entities likewise, where an excess of an entity counts with a share from 0 to 1. */
export function weightedScoresOf(
  entities: readonly EntityValues[],
  weightOf: (id: string, reason: string) => number,
): Record<string, number> {
  const reasons = [...new Set(entities.flatMap(({ values }) => Object.keys(values)))]
  const excesses = reasons.map(reason => excessesOf(entities.map(({ values }) => values[reason] ?? 0)))
  return Object.fromEntries(
    entities.map(({ id }, index) => {
      const largest = excesses
        .map((each, place) => (each[index] ?? 0) * weightOf(id, reasons[place] ?? ''))
        .sort((left, right) => right - left)
        .slice(0, 2)
      const share = Math.min(1, (meanOf(largest) ?? 0) / 3)
      return [id, Math.floor(withoutNoise(999 * share) + 0.5)]
    }),
  )
}
