import { Button, EmptyState } from '@assay/design-system'
import type { SummaryReport } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { readApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'
import { configurationPage } from '../../platform/assessments/assessment-pages.ts'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { StaleNotice } from '../../platform/errors/stale-notice.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'
import { useSearchState } from '../../platform/router/use-search-state.ts'
import { useElapsed } from '../../platform/timing/use-elapsed.ts'
import { reportParameters } from './report-address.ts'
import { ReportNotices } from './report-notices.tsx'

/** Milliseconds after which a report that is loaded says that it still is. */
const slowMs = 10_000
const assessmentSchema = { assessment: reportParameters.assessment }

interface ReportBodyProps {
  /** The report; undefined until it is loaded. */
  report: Pick<SummaryReport, 'hasData' | 'firstRead' | 'confirmed' | 'refreshedAt'> | undefined
  /** The failure of the latest read. */
  error: Error | null
  /** What stands below the empty state of a report without any data. */
  older?: ReactNode
  /** The figures, while there are any or they are loaded. */
  children: ReactNode
}

/** What every report says before its figures: that they are old or few, and in their place that there are none yet. */
export function ReportBody({ report, error, older, children }: ReportBodyProps) {
  useWholeFigures(report?.firstRead)
  const slow = useElapsed(report === undefined && error === null, slowMs)
  const failure = error === null ? null : readApiError(error)
  if (failure?.kind === 'missing')
    return <Without titleId="Rules.Custom.Unknown.Title" textId="Rules.Custom.Unknown.Text" />
  if (failure?.kind === 'conflict' && failure.reason === 'reports.off')
    return <Without titleId="Reports.Off" textId="Reports.Off.Text" actions={<ConfigurationLink />} />
  if (failure?.kind === 'conflict' && failure.reason === 'reports.dataFilterPending')
    return <Without titleId="Reports.FieldPending" textId="Reports.FieldPending.Text" />
  return (
    <>
      {error !== null && report ? <StaleNotice /> : null}
      <div role="status" className="contents">
        {slow ? (
          <p className="text-sm text-fg-secondary">
            <FormattedMessage id="Reports.StillLoading" />
          </p>
        ) : null}
        {report?.firstRead ? (
          <EmptyState
            icon={Hourglass}
            title={<FormattedMessage id="Reports.FirstRead" />}
            description={<FormattedMessage id="Reports.FirstRead.Text" />}
          />
        ) : null}
      </div>
      {report?.firstRead ? null : report?.hasData === false ? (
        <>
          <EmptyState kind="first-use" title={<FormattedMessage id="Reports.NoData" />} actions={<IntegrationLink />} />
          {older}
        </>
      ) : (
        <>
          {report ? <ReportNotices confirmed={report.confirmed} refreshedAt={report.refreshedAt} /> : null}
          {children}
        </>
      )}
    </>
  )
}

/** Once all transactions are read, whatever else was answered from some of them is asked for again. */
function useWholeFigures(firstRead: boolean | undefined) {
  const queries = useQueryClient()
  const before = useRef(firstRead)
  useEffect(() => {
    if (before.current === true && firstRead === false) void queries.invalidateQueries({ queryKey: api.reports.key() })
    if (firstRead !== undefined) before.current = firstRead
  }, [firstRead, queries])
}

interface WithoutProps {
  titleId: 'Rules.Custom.Unknown.Title' | 'Reports.Off' | 'Reports.FieldPending'
  textId: 'Rules.Custom.Unknown.Text' | 'Reports.Off.Text' | 'Reports.FieldPending.Text'
  actions?: ReactNode
}

/** In place of the report of an assessment that does not exist, or is not counted, or not yet with a field. */
const Without = ({ titleId, textId, actions }: WithoutProps) => (
  <EmptyState
    kind="no-results"
    title={<FormattedMessage id={titleId} />}
    description={<FormattedMessage id={textId} />}
    actions={actions}
  />
)

/** Leads to how events are sent, for who may see it. */
function IntegrationLink() {
  const can = useCan()
  const href = useHref()
  if (!canOpen('/integration', can)) return null
  return (
    <Button asChild>
      <Link to={href('/integration')}>
        <FormattedMessage id="Integration.Title" />
      </Link>
    </Button>
  )
}

/** Leads to where reporting is configured, for who may see it. */
export function ConfigurationLink() {
  const can = useCan()
  const href = useHref()
  const [{ assessment }] = useSearchState(assessmentSchema)
  const page = configurationPage(assessment)
  if (page === null || !canOpen(page.route, can)) return null
  return (
    <Button asChild>
      <Link to={href(page.path)}>
        <FormattedMessage id="Admin.Tab.configuration" />
      </Link>
    </Button>
  )
}
