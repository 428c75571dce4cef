import { type ReportView, reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { OlderMonths, SummaryInput } from '../../../contract/reports/reports.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { dayName, dayNumber } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { firstReportDay } from '../refresh/report-window.ts'
import { readRefresh } from './read-state.ts'
import { type ReportCall, reportScopeOf } from './report-scope.ts'
import { readMonthOutcomes } from './summary-reads.ts'
import { outcomeRecords } from './volume-records.ts'

type OlderMonthsInput = Pick<SummaryInput, 'environmentId' | 'environmentIds' | 'assessment'> & { view: ReportView }

/**
 * Computes the figures of the whole months before the first day that reports cover.
 * @throws ValidationError naming the field, NotFoundError or ConflictError for the assessment
 */
export async function loadOlderMonths(
  call: ReportCall,
  input: OlderMonthsInput,
  signal?: AbortSignal,
): Promise<OlderMonths> {
  const scope = reportScopeOf(call, input)
  const volumes = await inSnapshot(call.db, async db => {
    const { refreshedAt } = await readRefresh(db, scope)
    const covered = dayName(firstReportDay(refreshedAt ?? call.ports.clock()))
    // The month of the first day is partly covered still, and belongs to the charts.
    return readMonthOutcomes(db, scope, dayNumber(`${covered.slice(0, 7)}-01`), signal)
  })
  const months = Map.groupBy(volumes, ({ day }) => day)
  return {
    months: [...months]
      .sort(([left], [right]) => right - left)
      .slice(0, reportsLimits.olderMonths)
      .map(([day, outcomes]) => ({
        start: dayName(day),
        kpis: summaryKpisOf(totalsOf(outcomeRecords(outcomes, input.view))),
      })),
  }
}
