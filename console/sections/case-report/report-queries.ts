import type { ReportFrame } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import type { ReportQuery, ReportTab } from './report-address.ts'
import { openWorkSpan, otherSpan } from './use-report.ts'

const fresh = (span: number) => ({ staleTime: span, refetchInterval: span }) as const

/** How the figures of each tab are read, and how often: those of open work within a minute. */
export const reportQueries = {
  overview: (input: ReportQuery) => api.caseReport.overview.queryOptions({ input, ...fresh(openWorkSpan) }),
  queues: (input: ReportQuery) => api.caseReport.queues.queryOptions({ input, ...fresh(openWorkSpan) }),
  reviewers: (input: ReportQuery) => api.caseReport.reviewers.queryOptions({ input, ...fresh(otherSpan) }),
  quality: (input: ReportQuery) => api.caseReport.quality.queryOptions({ input, ...fresh(otherSpan) }),
  value: (input: ReportQuery) => api.caseReport.value.queryOptions({ input, ...fresh(otherSpan) }),
  ageing: (input: ReportQuery) => api.caseReport.ageing.queryOptions({ input, ...fresh(openWorkSpan) }),
} as const satisfies Record<ReportTab, (input: ReportQuery) => unknown>

/** When the figures of a tab were read; undefined before that. */
export function useReportTime(tab: ReportTab, input: ReportQuery): ReportFrame['asOf'] | undefined {
  // Every tab has a frame; only that is read of it.
  const options = reportQueries[tab](input) as ReturnType<typeof reportQueries.overview>
  return useQuery({ ...options, select: ({ asOf }) => asOf }).data
}
