import { PageHeader, useFormat, useNow } from '@assay/design-system'
import { dayIn } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Activity, BellRing, ChartColumn, Gauge, ListChecks, ShieldAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Navigate, useLocation } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { PageCard, type PageCardEntry } from '../../platform/page-card/page-card.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'
import { useSearchState } from '../../platform/router/use-search-state.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { useReportSubject } from './assessment-picker.tsx'
import { reportParameters, summaryInputOf } from './report-address.ts'

const entries: readonly PageCardEntry[] = [
  { path: '/reports/summary', icon: ChartColumn, name: 'Reports.Summary', text: 'Reports.Card.Summary' },
  { path: '/reports/rules', icon: ListChecks, name: 'Reports.Rules', text: 'Reports.Card.Rules' },
  { path: '/reports/scores', icon: Gauge, name: 'Reports.Scores', text: 'Reports.Card.Scores' },
  { path: '/reports/threats', icon: ShieldAlert, name: 'Reports.Threats', text: 'Reports.Card.Threats' },
  { path: '/reports/monitor', icon: Activity, name: 'Monitoring.Title', text: 'Reports.Card.Monitor' },
  { path: '/reports/alerts', icon: BellRing, name: 'Alerts.Title', text: 'Reports.Card.Alerts' },
]

/** The reports that this role opens, a card for each; the only one is opened at once. */
export function ReportsStart() {
  const intl = useIntl()
  const can = useCan()
  const { search, hash } = useLocation()
  const { friendlyName } = useEnvironment()
  const title = intl.formatMessage({ id: 'Shell.Nav.Reports' })
  useTitle(title)
  const shown = entries.filter(({ path }) => canOpen(path, can))
  const [only] = shown
  if (only && shown.length === 1) return <Navigate replace to={{ pathname: only.path, search, hash }} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'reports', label: title }]}
        meta={
          <>
            <bdi className="me-3">{friendlyName}</bdi>
            {canOpen('/reports/summary', can) ? <LastUpdate /> : null}
          </>
        }
      />
      <ul className="grid gap-3 px-page pbe-6 sm:grid-cols-2">
        {shown.map(entry => (
          <PageCard key={entry.path} entry={entry} />
        ))}
      </ul>
    </div>
  )
}

/** When transactions were last read. The Summary, which most readers open next, asks the same and need not wait again. */
function LastUpdate() {
  const format = useFormat()
  const [state] = useSearchState(reportParameters)
  const { id: environmentId } = useEnvironment()
  const input = summaryInputOf(state, environmentId, dayIn(useNow(), 'UTC'), useReportSubject(state))
  const { data } = useQuery(api.reports.summary.queryOptions({ input, staleTime: 15 * 60_000 }))
  if (!data?.refreshedAt) return null
  return (
    <FormattedMessage
      id="Reports.LastUpdated"
      values={{ time: <bdi key="time">{format.dateTime(data.refreshedAt, 'UTC')}</bdi> }}
    />
  )
}
