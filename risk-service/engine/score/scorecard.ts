import type { Explanation } from '../../contract/index.ts'
import type { Scorecard } from '../../contract/models/models.ts'
import type { ReasonArea } from './features/reason-area.ts'
import { riskFeatures, type ScoringInput } from './features/risk-features.ts'
import type { EntityHistories } from './history/entity-history.ts'
import { baseScore, pointsToDoubleOdds, type Scored } from './score-purchase.ts'
import { binOf } from './statistics/bins.ts'

export type { Scorecard }

export const pointsOf = (logOdds: number): number => (pointsToDoubleOdds / Math.LN2) * logOdds

/**
 * Score of log odds: 150 at odds of 1 : 100, 80 points more double the odds; rising in the probability, kept within
 * 0..999.
 */
export const scoreOf = (logOdds: number): number =>
  Math.min(999, Math.max(0, Math.round(baseScore + pointsOf(logOdds + Math.log(100)))))

const minReasonWeight = 20

/**
 * Computes log odds, and the contribution of each feature. A value that could not be read adds nothing, like the
 * average event.
 */
export function computeLogOdds(
  card: Scorecard,
  value: (id: string) => number | null | undefined,
): { logOdds: number; parts: { id: string; value: number | null; weight: number }[]; unread: string[] } {
  const parts: { id: string; value: number | null; weight: number }[] = []
  const unread: string[] = []
  let logOdds = card.intercept
  for (const { id, cuts, weights, unknown } of card.features) {
    const found = value(id)
    if (found === undefined) {
      unread.push(id)
      continue
    }
    const weight = found === null ? unknown : (weights[binOf(cuts, found)] ?? 0)
    logOdds += weight
    parts.push({ id, value: found, weight })
  }
  return { logOdds, parts, unread }
}

const featuresById = new Map(riskFeatures.map(feature => [feature.id, feature]))

/** Scores an event with a trained scorecard. The contributions and the base add up to the score before its limits. */
export function scoreWithCard(
  card: Scorecard,
  input: ScoringInput,
  pasts: EntityHistories,
): Scored & { unread: string[] } {
  return explainScore(
    card,
    id => {
      const feature = featuresById.get(id)
      return feature === undefined ? null : feature.value(input, pasts)
    },
    id => featuresById.get(id)?.area,
  )
}

/** Returns the score in points, with the contributions and reasons. */
function explainScore(
  card: Scorecard,
  value: (id: string) => number | null | undefined,
  areaOf: (id: string) => ReasonArea | undefined,
): Scored & { unread: string[] } {
  const { logOdds, parts, unread } = computeLogOdds(card, value)
  const areas = new Map<ReasonArea, number>()
  const contributions: Explanation['contributions'] = []
  let sum = baseScore
  for (const part of parts) {
    const points = Math.round(pointsOf(part.weight))
    if (points === 0) continue
    contributions.push({
      code: `signal:${part.id}`,
      value: part.value === null ? null : Math.round(part.value * 100) / 100,
      points,
    })
    sum += points
    const area = areaOf(part.id)
    if (area !== undefined) areas.set(area, (areas.get(area) ?? 0) + points)
  }
  contributions.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  const score = scoreOf(logOdds)
  // The difference between the average event and 150, and the rounding error.
  const base = Math.round(baseScore + pointsOf(logOdds + Math.log(100))) - sum
  if (base !== 0) contributions.push({ code: 'averageEvent', value: null, points: base })
  const reasonCodes = [...areas]
    .filter(([, points]) => points >= minReasonWeight)
    .sort((a, b) => b[1] - a[1])
    .map(([area]) => `${area}:GENERAL`)
    .join(',')
  return { score, contributions, reasonCodes, unread }
}
