import { LoadingRegion, PageHeader, Skeleton } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { readApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'
import { assessmentPages, configurationPage } from '../../platform/assessments/assessment-pages.ts'
import { UnknownAssessment } from '../../platform/assessments/unknown-assessment.tsx'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useTitle } from '../../platform/router/use-title.ts'

interface WithConfigurationProps {
  /** Name of the page; absent: that of the assessment. */
  title?: string
  tabs?: ReactNode
  children: (configuration: AssessmentConfiguration) => ReactNode
}

/** A page below one assessment of the wizard: it is drawn once the configuration is read. */
export function WithConfiguration({ title, tabs, children }: WithConfigurationProps) {
  const intl = useIntl()
  const { search, hash } = useLocation()
  const { id: environmentId } = useEnvironment()
  const { assessmentId = '' } = useParams()
  const page = configurationPage(assessmentId)
  const { data, error, refetch } = useQuery({
    ...api.assessmentConfiguration.get.queryOptions({ input: { environmentId, assessmentId }, staleTime: 0 }),
    enabled: page !== null,
  })
  const unknown = error !== null && readApiError(error).kind === 'missing'
  const shown = unknown
    ? intl.formatMessage({ id: 'Rules.Custom.Unknown.Title' })
    : (title ?? data?.name ?? assessmentId)
  useTitle(shown)
  if (page === null) {
    // Built-in assessments are fixed.
    const [first] = assessmentPages(assessmentId.toLowerCase())
    return <Navigate replace to={{ pathname: first?.path ?? '/fraud/assessments', search, hash }} />
  }
  if (data !== undefined) return children(data)
  if (unknown) return <UnknownAssessment back="/fraud/assessments" />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader title={shown} tabs={tabs} />
      {error === null ? (
        <LoadingRegion
          className="flex max-w-prose flex-col gap-6 px-page py-4"
          loading
          name={shown}
          skeleton={['name', 'facts', 'fields', 'more'].map(part => <Skeleton key={part} className="h-control" />)}
        />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
