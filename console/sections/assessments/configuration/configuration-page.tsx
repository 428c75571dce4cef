import {
  Button,
  CopyableId,
  DateTime,
  EmptyState,
  Heading,
  KeyValue,
  KeyValueList,
  LoadingRegion,
  PageHeader,
  Skeleton,
} from '@assay/design-system'
import type { StoredReportSettings } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/client.ts'
import { assessmentPages, configurationPage } from '../../../platform/assessments/assessment-pages.ts'
import { AssessmentTabs } from '../../../platform/assessments/assessment-tabs.tsx'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { kindText } from '../list/assessment-texts.ts'
import { ReportSettings } from './report-settings.tsx'

/** What an assessment of the wizard is, and what its reports count. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const { search, hash } = useLocation()
  const { assessmentId = '' } = useParams()
  const input = { environmentId, assessmentId }
  const { data, error, refetch } = useQuery({
    ...api.assessments.reportSettings.queryOptions({ input, staleTime: 0 }),
    enabled: configurationPage(assessmentId) !== null,
  })
  const unknown = error !== null && readApiError(error).kind === 'missing'
  const title = unknown ? intl.formatMessage({ id: 'Rules.Custom.Unknown.Title' }) : (data?.name ?? assessmentId)
  useTitle(title)
  if (configurationPage(assessmentId) === null) {
    // Built-in assessments are fixed.
    const [first] = assessmentPages(assessmentId.toLowerCase())
    return <Navigate replace to={{ pathname: first?.path ?? '/fraud/assessments', search, hash }} />
  }
  if (unknown && data === undefined)
    return (
      <EmptyState
        page
        kind="no-results"
        title={<FormattedMessage id="Rules.Custom.Unknown.Title" />}
        description={<FormattedMessage id="Rules.Custom.Unknown.Text" />}
        actions={
          <Button asChild>
            <Link to={href('/fraud/assessments')}>
              <FormattedMessage id="Rules.Custom.Unknown.All" />
            </Link>
          </Button>
        }
      />
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
          {
            id: 'assessments',
            label: intl.formatMessage({ id: 'Monitoring.Overview.Title' }),
            href: href('/fraud/assessments'),
          },
          { id: 'assessment', label: title },
        ]}
        tabs={<AssessmentTabs assessment={assessmentId} current="configuration" />}
      />
      {error !== null && data === undefined ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion
          className="flex max-w-prose flex-col gap-6 px-page py-4"
          loading={data === undefined}
          name={title}
          skeleton={['name', 'facts', 'switches', 'filters'].map(part => <Skeleton key={part} className="h-control" />)}
        >
          {data === undefined ? null : (
            <>
              <General stored={data} />
              <ReportSettings key={data.id} stored={data} />
            </>
          )}
        </LoadingRegion>
      )}
    </div>
  )
}

function General({ stored }: { stored: StoredReportSettings }) {
  const intl = useIntl()
  const { id, eventType, template, root, createdAt, updatedAt } = stored
  return (
    <section className="flex flex-col gap-2">
      <Heading level={2} size="md">
        <FormattedMessage id="Assessments.General" />
      </Heading>
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Rules.Branch.ApiName" />}>
          <bdi dir="ltr" className="font-mono">
            {eventType}
          </bdi>
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Ontology.Use.template" />}>
          {kindText(intl, { kind: 'wizard', template })}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.id" />}>
          <CopyableId value={id} label={intl.formatMessage({ id: 'DesignSystem.Graph.Column.id' })} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Column.Root" />}>
          <bdi>{root.name}</bdi>
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Environments.Column.Created" />}>
          <DateTime value={createdAt} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Column.Updated" />}>
          <DateTime value={updatedAt} />
        </KeyValue>
      </KeyValueList>
    </section>
  )
}
