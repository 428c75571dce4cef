import { type UploadLossStatistics, uploadFigureLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { fullMonths } from '../../../upload-files/check/full-months.ts'
import { readStoredFigures, type StoredLossFigures } from '../../loss-prevention/reads/stored-figures.ts'

/** Computes the figures of the stored transactions of loss prevention. */
export const readLossStatistics = async (db: Db, environmentId: string): Promise<UploadLossStatistics> =>
  composeLossStatistics(await readStoredFigures(db, environmentId))

export function composeLossStatistics({
  from,
  to,
  payments,
  namedPayments,
  ...counts
}: StoredLossFigures): UploadLossStatistics {
  const months = from === null || to === null ? null : fullMonths({ from: dayOf(from), to: dayOf(to) })
  return {
    months: {
      value: months,
      good: months === null ? null : months >= uploadFigureLimits.months.min,
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
    },
    ...counts,
    namedPayments: payments === 0 ? null : namedPayments / payments,
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
