import type { LossSummary } from '../../../contract/index.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import type { Db } from '../../../ports/database.ts'
import { cutMonths, type LossCall, readMonthNames, readReport, type ScoreFilter } from './report-reads.ts'
import { summarizeKind } from './summarize-kind.ts'

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/**
 * Returns the scores inside the filters, with what the anomalous months may cost: all of the same report, while the next
 * one may take its place.
 */
export const loadSummary = ({ db, environmentId }: LossCall, filter: ScoreFilter): Promise<LossSummary> =>
  inSnapshot(db, trx => readSummary(trx, environmentId, filter))

async function readSummary(db: Db, environmentId: string, filter: ScoreFilter): Promise<LossSummary> {
  const report = await readReport(db, environmentId)
  const months = await readMonthNames(db, environmentId)
  const shown = { db, environmentId, run: report?.run ?? null }
  return {
    status: report?.status ?? 'none',
    startedAt: iso(report?.started_at),
    retryAt: iso(report?.retry_at),
    updatedAt: iso(report?.finished_at),
    months,
    cutMonths: cutMonths(report?.spans ?? [], months),
    transactions: report?.transactions ?? 0,
    staff: await summarizeKind(shown, 'staff', filter),
    terminal: await summarizeKind(shown, 'terminal', filter),
  }
}
