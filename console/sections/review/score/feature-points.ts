import type { ModelCard } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** Points of each bin of a signal with its lower bound, and of an unknown value; null when that has no points. */
export function featurePoints(
  intl: Pick<IntlShape, 'formatNumber'>,
  { cuts, points, unknown }: Pick<ModelCard['features'][number], 'cuts' | 'points' | 'unknown'>,
): { bins: string[]; missing: string | null } {
  const signed = (value: number) =>
    intl
      .formatNumber(value, { signDisplay: 'exceptZero', maximumFractionDigits: 2, numberingSystem: 'latn' })
      .replace('-', '−')
  const cut = (value: number) => intl.formatNumber(value, { maximumSignificantDigits: 3, numberingSystem: 'latn' })
  return {
    bins: points.map((value, index) =>
      index === 0 ? signed(value) : `≥${cut(cuts[index - 1] ?? 0)}: ${signed(value)}`,
    ),
    missing: unknown === 0 ? null : signed(unknown),
  }
}
