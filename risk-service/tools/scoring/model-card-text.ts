import { riskFeatures } from '../../engine/score/features/risk-features.ts'
import { fewest, type TrainingOutcome } from '../../engine/score/training/train-scorecard.ts'

const percent = (value: number | null): string => (value === null ? '–' : `${(100 * value).toFixed(1)} %`)
const padColumn = (text: string | number, width: number): string => String(text).padStart(width)

const reasons = {
  tooFewLabels: `There are too few labels: at least ${fewest.rows} labelled events are needed, ${fewest.perClass} of them fraud and ${fewest.perClass} not.`,
  oneClass: 'All labelled events say the same, fraud or not: there is nothing to tell apart.',
  constantFeatures: 'No feature differs between fraud and the rest: there is nothing to learn from.',
} as const

/** Returns the model card of a training as text. */
export function formatModelCard(
  result: TrainingOutcome,
  { file, split, days, seconds }: { file: string; split: string; days: number; seconds: number },
): string {
  if (result.kind === 'refused')
    return `No model: ${reasons[result.reason]} (${result.rows} labelled, ${result.frauds} fraud)`
  const { quality, card, features } = result
  const weights = new Map(card.features.map(feature => [feature.id, feature]))
  return [
    `Model card: ${file}, split ${split}, labels known after ${days} days`,
    '',
    `Held-out rows                ${quality.rows}, ${quality.frauds} fraud (${percent(quality.frauds / quality.rows)})`,
    `AUC                          ${quality.auc.toFixed(3)}`,
    `Caught at 1 % false positives ${percent(quality.caughtAtOnePercent)}`,
    `Expected calibration error   ${quality.calibrationError.toFixed(4)}`,
    ...(quality.weak ? ['', 'On the held-out rows this model knows next to nothing: do not let it decide alone.'] : []),
    '',
    'Score from   events  precision     recall  false positives',
    ...quality.thresholds.map(
      ({ score, events, precision, recall, falsePositives }) =>
        `${padColumn(score, 10)} ${padColumn(events, 8)} ${padColumn(percent(precision), 10)} ${padColumn(percent(recall), 10)} ${padColumn(percent(falsePositives), 16)}`,
    ),
    '',
    'Calibration: foretold, real, rows',
    ...quality.calibration.map(
      ({ predicted, actual, rows }) =>
        `${padColumn(percent(predicted), 10)} ${padColumn(percent(actual), 10)} ${padColumn(rows, 8)}`,
    ),
    '',
    'Features: share of the score, information value, points per bin',
    ...features.map(({ id, value, share }) => {
      const { cuts, weights: bins, unknown } = weights.get(id) ?? { cuts: [], weights: [], unknown: 0 }
      const points = (weight: number): string => String(Math.round((80 / Math.LN2) * weight))
      const parts = bins.map(
        (weight, index) =>
          `${index === 0 ? '' : `≥${Number((cuts[index - 1] ?? 0).toPrecision(3))}: `}${points(weight)}`,
      )
      return `${padColumn(percent(share), 8)} ${padColumn(value.toFixed(3), 7)}  ${id.padEnd(26)} ${parts.join(', ')}; unknown: ${points(unknown)}`
    }),
    '',
    `${features.length} of ${riskFeatures.length} features; ${seconds.toFixed(1)} s`,
  ].join('\n')
}
