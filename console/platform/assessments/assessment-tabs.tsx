import { TabLink, TabNav } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../environments/environments.tsx'
import { canOpen, type RoutePath } from '../permissions/route-table.ts'
import { type AssessmentPage, assessmentPages } from './assessment-pages.ts'

/** The pages of an assessment as tabs: those that the user may open. */
export function AssessmentTabs({ assessment, current }: { assessment: string; current: AssessmentPage['id'] }) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const pages = assessmentPages(assessment).filter(({ route }: { route: RoutePath }) => canOpen(route, can))
  return (
    <TabNav label={intl.formatMessage({ id: 'Monitoring.Tabs' })}>
      {pages.map(({ id, path }) => (
        <TabLink key={id} asChild current={id === current}>
          <Link to={href(path)}>
            <FormattedMessage id={`Monitoring.Tab.${id}`} />
          </Link>
        </TabLink>
      ))}
    </TabNav>
  )
}
