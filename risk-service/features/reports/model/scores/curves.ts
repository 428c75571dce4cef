import { sumOf } from '../volumes/volume.ts'
import { lastThreshold, type ScoreBins, splitter, thresholds } from './score-bins.ts'
import { detectionRateOf, falsePositiveRateOf, precisionOf } from './score-impact.ts'

const descending = thresholds.toReversed()

/** Returns points without those that equal the one before, whatever their thresholds. */
function withoutRepeats<Point extends { threshold: number }>(
  points: readonly Point[],
  isSame: (left: Point, right: Point) => boolean,
): Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1]
    return before === undefined || !isSame(before, point)
  })
}

/** Returns the ROC curve and the area under it; no points without both fraud and non-fraud. */
export function rocOf(scores: ScoreBins) {
  const splitAt = splitter(scores)
  const { fraud: positives, nonFraud: negatives } = splitAt(0).all
  if (positives === 0 || negatives === 0) return { positives, negatives, points: [], auc: null }
  const points = withoutRepeats(
    descending.map(threshold => {
      const split = splitAt(threshold)
      return { threshold, fpr: falsePositiveRateOf(split) ?? 0, tpr: detectionRateOf(split) ?? 0 }
    }),
    (left, right) => left.fpr === right.fpr && left.tpr === right.tpr,
  )
  const auc = sumOf(
    points.slice(1).map((point, index) => {
      const before = points[index] as typeof point
      return ((point.fpr - before.fpr) * (point.tpr + before.tpr)) / 2
    }),
  )
  return { positives, negatives, points, auc }
}

/** Returns precision and recall by threshold and the average precision; no points without fraud. */
export function precisionRecallOf(scores: ScoreBins) {
  const splitAt = splitter(scores)
  if (splitAt(0).all.fraud === 0) return { points: [], averagePrecision: null }
  const points = withoutRepeats(
    descending
      .filter(threshold => threshold < lastThreshold)
      .flatMap(threshold => {
        const split = splitAt(threshold)
        const precision = precisionOf(split)
        return precision === null ? [] : [{ threshold, recall: detectionRateOf(split) ?? 0, precision }]
      }),
    (left, right) => left.recall === right.recall && left.precision === right.precision,
  )
  const averagePrecision = sumOf(
    points.map(({ recall, precision }, index) => (recall - (points[index - 1]?.recall ?? 0)) * precision),
  )
  return { points, averagePrecision }
}
