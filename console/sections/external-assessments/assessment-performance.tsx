import { Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { CallPerformancePage } from '../../platform/calls/performance-page.tsx'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useAssessmentsHref } from './refs.ts'

/** Requests, latency, successes and errors of an external assessment over time. */
export function AssessmentPerformance({ assessmentId }: { assessmentId: string }) {
  const intl = useIntl()
  const href = useHref()
  const listHref = useAssessmentsHref()
  const environmentId = useEnvironment().id
  const query = useQuery(api.externalAssessments.get.queryOptions({ input: { environmentId, assessmentId }, staleTime: 30_000 }))
  if (query.isError && !query.data) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>
  const { name } = query.data.body
  return (
    <CallPerformancePage
      name={name} queryKey={['external-assessment', environmentId, assessmentId]}
      breadcrumb={[
        { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
        { id: 'externalassessments', label: intl.formatMessage({ id: 'ExternalAssessments.Title' }), href: listHref() }, { id: assessmentId, label: name },
      ]}
      load={range => client.externalAssessments.performance({ environmentId, assessmentId, ...range }, { context: { read: true } })}
    />
  )
}
