import type { z } from 'zod'
import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { reportExportInputSchema } from '../../../contract/cases/report/report-input.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { writeRows } from '../../../kernel/flat-rows.ts'
import { isWithin } from '../figures/periods.ts'
import { activeMs } from '../figures/times.ts'
import { decisionFields, readOpenCases } from '../reads/decision-reads.ts'
import { readMovementRows } from '../reads/movement-reads.ts'
import { readReviews } from '../reads/review-reads.ts'
import { readSecondLooks } from '../reads/second-look-reads.ts'
import { openReport, type ReportCall } from '../scope/report-scope.ts'
import { loadAgeing } from '../tabs/ageing.ts'
import { loadOverview } from '../tabs/overview.ts'
import { loadQuality } from '../tabs/quality.ts'
import { loadQueues } from '../tabs/queues.ts'
import { covers, readFacts } from '../tabs/range-facts.ts'
import { loadReviewerRows } from '../tabs/reviewers.ts'
import { loadValue } from '../tabs/value.ts'

type ExportInput = z.output<typeof reportExportInputSchema>
type ReportExport = (call: ReportCall, input: ExportInput, signal?: AbortSignal) => Promise<readonly object[]>

/** The rows of each table: those that the tabs show, and those from which their figures are computed. */
const tables: Record<ExportInput['table'], ReportExport> = {
  flow: async (...args) => (await loadOverview(...args)).flowPeriods,
  queues: async (...args) => (await loadQueues(...args)).rows,
  reviewers: async (...args) => (await loadReviewerRows(...args)).rows,
  quality: async (...args) => (await loadQuality(...args)).outcomes,
  usefulness: async (...args) => (await loadQuality(...args)).usefulness,
  summaries: async (...args) => (await loadQuality(...args)).summaries,
  value: async (...args) => (await loadValue(...args)).periods,
  ageing: async (...args) => (await loadAgeing(...args)).queues,
  decisions: async (call, input, signal) => {
    const scope = await openReport(call, input)
    const { decisions, times } = await readFacts(call, scope, scope.range, decisionFields, signal)
    return decisions.map(each => ({ ...each, handlingMs: times.get(each.caseId) ?? null }))
  },
  movements: async (call, input, signal) => {
    const { filter, range } = await openReport(call, input)
    return readMovementRows(call.db, filter, range, reportLimits.exportRows + 1, signal)
  },
  reviews: async (call, input, signal) => {
    const { filter, range } = await openReport(call, input)
    const reviews = await readReviews(call.db, filter, range, ['queueId', 'reviewerName'], signal)
    return reviews
      .filter(review => isWithin(range, review.endedAt) && covers(filter, review))
      .map(review => ({ ...review, activeMs: activeMs(review) }))
  },
  secondLooks: async (call, input, signal) => {
    const { filter, range } = await openReport(call, input)
    return readSecondLooks(call.db, filter, range, signal)
  },
  openCases: async (call, input, signal) => {
    const { filter } = await openReport(call, input)
    return readOpenCases(call.db, filter, signal)
  },
}

/**
 * Writes a table of the report as a CSV file, and records it in the activity log.
 * @throws ConflictError `export.tooLarge` for more rows than a file has
 */
export async function exportReport(call: ReportCall, input: ExportInput, signal?: AbortSignal): Promise<File> {
  const { table, environmentId, ...covered } = input
  const rows = await tables[table](call, input, signal)
  if (rows.length > reportLimits.exportRows)
    throw new ConflictError(`The report has more than ${reportLimits.exportRows} rows. Narrow the range.`, {
      reason: 'export.tooLarge',
      limit: reportLimits.exportRows,
    })
  const { ports, principal, actorRoles, correlationId } = call
  await auditChange(
    call.db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'CaseReport', id: table, name: table },
    { operation: 'Export', before: null, after: { ...covered, rows: rows.length } },
  )
  return new File([writeRows(rows)], `${table}.csv`, { type: 'text/csv;charset=utf-8' })
}
