import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { QueryBoundary } from '../../platform/authoring/catalogue/list-or-editor.tsx'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { OutgoingPerformancePage } from '../../platform/outgoing-requests/outgoing-performance-page.tsx'
import { useAssessmentsHref } from './links.ts'

/** Requests, latency, successes and errors of an external assessment over time. */
export function AssessmentPerformance({ assessmentId }: { assessmentId: string }) {
  const intl = useIntl()
  const href = useHref()
  const listHref = useAssessmentsHref()
  const environmentId = useEnvironment().id
  const query = useQuery(
    api.externalAssessments.get.queryOptions({ input: { environmentId, assessmentId }, staleTime: 30_000 }),
  )
  return (
    <QueryBoundary query={query} shape="page">
      {({ body: { name } }) => (
        <OutgoingPerformancePage
          name={name}
          queryKey={api.externalAssessments.performance.queryKey({
            input: { environmentId, assessmentId, from: '', to: '' },
          })}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            {
              id: 'externalassessments',
              label: intl.formatMessage({ id: 'ExternalAssessments.Title' }),
              href: listHref(),
            },
            { id: 'assessment', label: name },
            { id: 'performance', label: intl.formatMessage({ id: 'OutgoingRequests.Performance' }) },
          ]}
          load={range => client.externalAssessments.performance({ environmentId, assessmentId, ...range })}
        />
      )}
    </QueryBoundary>
  )
}
