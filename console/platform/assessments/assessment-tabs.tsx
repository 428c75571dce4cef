import { TabLink, TabNav } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../api/client.ts'
import { useCan, useEnvironment, useHref } from '../environments/environments.tsx'
import { canOpen, type RoutePath } from '../permissions/route-table.ts'
import { type AssessmentPage, assessmentPages, configurationPage } from './assessment-pages.ts'

/** The pages of an assessment as tabs: those that the user may open. */
export function AssessmentTabs({ assessment, current }: { assessment: string; current: AssessmentPage['id'] }) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const configuration = useConfigurationPage(assessment, current)
  const pages = [...assessmentPages(assessment), ...(configuration === null ? [] : [configuration])].filter(
    ({ route }: { route: RoutePath }) => canOpen(route, can),
  )
  return (
    <TabNav label={intl.formatMessage({ id: 'Monitoring.Tabs' })}>
      {pages.map(({ id, path }) => (
        <TabLink key={id} asChild current={id === current}>
          <Link to={href(path)}>
            <FormattedMessage id={id === 'configuration' ? 'Admin.Tab.configuration' : `Monitoring.Tab.${id}`} />
          </Link>
        </TabLink>
      ))}
    </TabNav>
  )
}

/** The page that configures the assessment: only those of the wizard have one. */
function useConfigurationPage(assessment: string, current: AssessmentPage['id']): AssessmentPage | null {
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const page = configurationPage(assessment)
  const { data } = useQuery({
    ...api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
    enabled: page !== null && current !== 'configuration' && can('assessments'),
  })
  const lowerCase = assessment.toLowerCase()
  const found = data?.find(({ id, eventType }) => id === lowerCase || eventType.toLowerCase() === lowerCase)
  return current === 'configuration' || found?.kind === 'wizard' ? page : null
}
