import { useQuery } from '@tanstack/react-query'
import { useHref } from '../../../platform/environments/environments.tsx'
import { KpiStrip, type KpiTile } from '../kpi-strip.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { linkWith } from '../report-links.ts'
import { reportQueries } from '../report-queries.ts'
import { ReviewersTable } from '../reviewers/reviewers-table.tsx'
import { ArrivalsChart } from './arrivals-chart.tsx'
import { DecisionsChart } from './decisions-chart.tsx'
import { FlowCard } from './flow-card.tsx'
import { HandlingChart } from './handling-chart.tsx'
import { OutcomesCard } from './outcomes-card.tsx'
import { ReasonsChart } from './reasons-chart.tsx'
import { ScoresChart } from './scores-chart.tsx'
import { SlaChart } from './sla-chart.tsx'
import { TruthChart } from './truth-chart.tsx'

/** How the search names decisions by people. */
const peopleOrigins: string[] = ['Single', 'Bulk', 'Approval']

/** Now and since when, flow and promise, and what later proved right or wrong. */
export function OverviewTab({ input, reviewerHref }: ReportTabProps) {
  const href = useHref()
  const query = useQuery(reportQueries.overview(input))
  const reviewers = useQuery(reportQueries.reviewers(input))
  const { data } = query
  const kpis = data?.kpis
  const tiles: KpiTile[] = [
    {
      id: 'queueSize',
      unit: 'count',
      kpi: kpis?.queueSize,
      goodWhen: 'down',
      href: href('/casemanagement/queues', new URLSearchParams({ show: 'all' })),
    },
    { id: 'inflow', unit: 'count', kpi: kpis?.inflow, link: data?.enteredLink ?? null },
    {
      id: 'reviewed',
      unit: 'count',
      kpi: kpis?.reviewed,
      link: data ? linkWith(data.link, { column: 'decidedVia', op: 'in', value: peopleOrigins }) : null,
    },
    { id: 'slaMet', unit: 'share', kpi: kpis?.slaMet, goodWhen: 'up', link: data?.link ?? null },
    {
      id: 'medianHandling',
      unit: 'duration',
      kpi: kpis?.medianHandling,
      goodWhen: 'down',
      link: data ? linkWith(data.link, { column: 'decidedVia', op: 'eq', value: 'Single' }) : null,
    },
    {
      id: 'missedFraudRate',
      unit: 'share',
      kpi: kpis?.missedFraudRate,
      goodWhen: 'down',
      link: data?.outcomes.find(({ group }) => group === 'approved')?.link ?? null,
    },
  ]
  return (
    <>
      <KpiStrip tiles={tiles} failed={query.isError} onRetry={() => void query.refetch()} />
      <ReportGrid>
        <FlowCard query={query} />
        <SlaChart query={query} />
        <OutcomesCard query={query} maturityDays={input.maturityDays} />
        <TruthChart query={query} maturityDays={input.maturityDays} />
        <ReviewersTable query={reviewers} reviewerHref={reviewerHref} />
        <DecisionsChart query={query} />
        <HandlingChart query={query} />
        <ScoresChart query={query} />
        <ReasonsChart query={query} />
        <ArrivalsChart query={query} />
      </ReportGrid>
    </>
  )
}
