import { useQuery } from '@tanstack/react-query'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ActionSharesChart } from './action-shares-chart.tsx'
import { ReviewerReasonsChart } from './reviewer-reasons-chart.tsx'
import { ReviewersTable } from './reviewers-table.tsx'

/** The work of each reviewer. */
export function ReviewersTab({ input, reviewerHref }: ReportTabProps) {
  const query = useQuery(reportQueries.reviewers(input))
  return (
    <ReportGrid>
      <ActionSharesChart query={query} />
      <ReviewerReasonsChart query={query} />
      <ReviewersTable query={query} reviewerHref={reviewerHref} />
    </ReportGrid>
  )
}
