import { LoadingRegion, Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ReportSettings } from './report-settings.tsx'

/** What the reports of an assessment count. */
export function ReportsSection({ id: assessmentId }: { id: string }) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { data, error, refetch } = useQuery(
    api.assessments.reportSettings.queryOptions({ input: { environmentId, assessmentId }, staleTime: 0 }),
  )
  if (data !== undefined) return <ReportSettings key={data.id} stored={data} />
  if (error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  return (
    <LoadingRegion
      className="flex flex-col gap-5"
      loading
      name={intl.formatMessage({ id: 'Shell.Nav.Reports' })}
      skeleton={['switches', 'filters'].map(part => <Skeleton key={part} className="h-control" />)}
    />
  )
}
