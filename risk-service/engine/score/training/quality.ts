import { at } from '../statistics/logistic.ts'

/** How well scores separate fraud from the rest, on rows outside the training. */
export interface ModelQuality {
  rows: number
  frauds: number
  /** Probability that a fraud scores higher than another event; 0.5 is no information. */
  auc: number
  /** Share of the frauds above the threshold that stops one in a hundred of the others. */
  caughtAtOnePercent: number
  /** Mean distance between predicted and actual fraud rate, over bins of equal numbers of rows. */
  calibrationError: number
  calibration: { predicted: number; actual: number; rows: number }[]
  /** At or above each score: the result of a rule with this threshold. */
  thresholds: { score: number; precision: number | null; recall: number; falsePositives: number; events: number }[]
  /** The model is hardly informative: an AUC below 0.6 on the held-out rows. */
  weak: boolean
}

const bins = 10
const cutoffs = [100, 200, 300, 400, 500, 600, 700, 800, 900]
const weakBelow = 0.6

/** Measures log odds, and the probabilities and scores derived from them, against the labels. */
export function measureQuality(probabilities: Float64Array, scores: Float64Array, labels: Uint8Array): ModelQuality {
  const rows = labels.length
  const order = Array.from({ length: rows }, (_, i) => i).sort((a, b) => at(probabilities, b) - at(probabilities, a))
  const frauds = labels.reduce((sum, label) => sum + label, 0)
  const others = rows - frauds
  // Ties count half: iterates over groups of equal probability (the trapezoid under the ROC curve; Fawcett 2006,
  // algorithm 2).
  let [hits, alarms, area, caught] = [0, 0, 0, 0]
  for (let start = 0; start < rows; ) {
    let end = start
    let [h, a] = [0, 0]
    const value = at(probabilities, order[start] as number)
    while (end < rows && at(probabilities, order[end] as number) === value) {
      if (at(labels, order[end] as number) === 1) h++
      else a++
      end++
    }
    area += a * (hits + h / 2)
    const room = others * 0.01
    if (alarms + a <= room) caught = hits + h
    // Of a group that fits only in part, the part that fits: drawn at random among equals.
    else if (alarms < room) caught = hits + (h * (room - alarms)) / a
    hits += h
    alarms += a
    start = end
  }
  const auc = frauds === 0 || others === 0 ? 0.5 : area / (frauds * others)
  const calibration = Array.from({ length: bins }, (_, bin) => {
    const part = order.slice(Math.floor((bin * rows) / bins), Math.floor(((bin + 1) * rows) / bins))
    return {
      rows: part.length,
      predicted: part.reduce((sum, i) => sum + at(probabilities, i), 0) / Math.max(1, part.length),
      actual: part.reduce((sum, i) => sum + at(labels, i), 0) / Math.max(1, part.length),
    }
  }).reverse()
  return {
    rows,
    frauds,
    auc,
    caughtAtOnePercent: frauds === 0 ? 0 : caught / frauds,
    calibrationError: calibration.reduce(
      (sum, { predicted, actual, rows: n }) => sum + (n * Math.abs(predicted - actual)) / Math.max(1, rows),
      0,
    ),
    calibration,
    thresholds: cutoffs.map(score => {
      let [events, found] = [0, 0]
      for (let i = 0; i < rows; i++) {
        if (at(scores, i) < score) continue
        events++
        found += at(labels, i)
      }
      return {
        score,
        events,
        precision: events === 0 ? null : found / events,
        recall: frauds === 0 ? 0 : found / frauds,
        falsePositives: others === 0 ? 0 : (events - found) / others,
      }
    }),
    weak: auc < weakBelow,
  }
}
