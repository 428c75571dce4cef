import { Button, Icon, PageHeader } from '@assay/design-system'
import { ChartColumn } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { builtInPath } from '../../../platform/assessments/assessment-pages.ts'
import { AssessmentTabs } from '../../../platform/assessments/assessment-tabs.tsx'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { MonitorPage } from './monitor-page.tsx'

/** The monitor of the assessment of the address: a built-in one, or one of the customer's own. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const { pathname, search, hash } = useLocation()
  const { assessmentId } = useParams()
  const ownPath = assessmentId === undefined ? null : builtInPath(assessmentId, 'monitor')
  if (ownPath !== null) return <Navigate replace to={{ pathname: ownPath, search, hash }} />
  const assessment = assessmentId ?? /\/fraud\/(\w+)/i.exec(pathname)?.[1]?.toLowerCase() ?? 'purchase'
  return (
    <MonitorPage
      key={assessment}
      assessment={assessment}
      header={({ name, data }, meta, live) => (
        <PageHeader
          title={name}
          breadcrumb={[
            { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
            { id: 'assessment', label: name },
          ]}
          meta={meta}
          actions={
            <>
              {live}
              {data?.reports === true && canOpen('/reports/summary', can) ? (
                <Button asChild variant="secondary">
                  <Link to={href('/reports/summary', new URLSearchParams({ assessment: data.eventType }))}>
                    <Icon icon={ChartColumn} />
                    <FormattedMessage id="Monitoring.OpenReports" />
                  </Link>
                </Button>
              ) : null}
            </>
          }
          tabs={<AssessmentTabs assessment={assessment} current="monitor" />}
        />
      )}
    />
  )
}
