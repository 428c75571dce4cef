import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { Fetched } from '../../platform/authoring/opened.tsx'
import { CallPerformancePage } from '../../platform/calls/performance-page.tsx'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { useAssessmentsHref } from './refs.ts'

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
    <Fetched query={query} shape="page">
      {({ body: { name } }) => (
        <CallPerformancePage
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
            { id: 'performance', label: intl.formatMessage({ id: 'Calls.Performance' }) },
          ]}
          load={range =>
            client.externalAssessments.performance(
              { environmentId, assessmentId, ...range },
              { context: { read: true } },
            )
          }
        />
      )}
    </Fetched>
  )
}
