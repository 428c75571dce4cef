import type { LossSummary } from '../../../contract/index.ts'
import { cutMonths, type LossCall, readMonthNames, readReport, type ScoreFilter } from './report-reads.ts'
import { summarizeKind } from './summarize-kind.ts'

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/** Returns the scores inside the filters, with what the anomalous months may cost. */
export async function loadSummary(call: LossCall, filter: ScoreFilter): Promise<LossSummary> {
  const { db, environmentId } = call
  const report = await readReport(db, environmentId)
  const months = await readMonthNames(db, environmentId)
  return {
    status: report?.status ?? 'none',
    startedAt: iso(report?.started_at),
    retryAt: iso(report?.retry_at),
    updatedAt: iso(report?.finished_at),
    months,
    cutMonths: cutMonths(report?.spans ?? [], months),
    transactions: report?.transactions ?? 0,
    staff: await summarizeKind(call, 'staff', filter),
    terminal: await summarizeKind(call, 'terminal', filter),
  }
}
