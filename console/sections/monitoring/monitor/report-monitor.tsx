import { PageHeader, Select } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { monitoredParameters } from './monitor-address.ts'
import { MonitorPage } from './monitor-page.tsx'

const staleTime = 10 * 60_000

/** The monitor among the reports: of the assessment that its address names. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const [{ assessment }, setState] = useSearchState(monitoredParameters)
  const title = intl.formatMessage({ id: 'Monitoring.Title' })
  return (
    <MonitorPage
      key={assessment}
      assessment={assessment}
      picker={
        <MonitoredPicker
          assessment={assessment}
          // An experiment belongs to one assessment.
          onChange={next => setState({ assessment: next, branch: null })}
        />
      }
      header={(_subject, meta, live) => (
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'reports', label: intl.formatMessage({ id: 'Shell.Nav.Reports' }), href: href('/reports') },
            { id: 'monitor', label: title },
          ]}
          meta={meta}
          actions={live}
        />
      )}
    />
  )
}

/** Chooses the assessment that is monitored. */
function MonitoredPicker({ assessment, onChange }: { assessment: string; onChange: (assessment: string) => void }) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(api.monitoring.overview.queryOptions({ input: { environmentId }, staleTime }))
  const listed = data?.assessments ?? []
  const lowerCase = assessment.toLowerCase()
  const value = listed.find(each => [each.eventType, each.assessmentId].some(name => name.toLowerCase() === lowerCase))
  return (
    <Select
      className="w-fit max-w-full"
      aria-label={intl.formatMessage({ id: 'Reports.Assessment' })}
      value={value?.eventType ?? assessment}
      onValueChange={onChange}
      options={[
        // One that only the address knows is shown as what it is.
        ...(value === undefined ? [{ value: assessment, label: nameOf(assessment) }] : []),
        ...listed.map(({ eventType, name }) => ({ value: eventType, label: nameOf(eventType, name) })),
      ]}
    />
  )
}
