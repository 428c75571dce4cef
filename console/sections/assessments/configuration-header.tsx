import { Badge, PageHeader } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { assessmentSubpage } from '../../platform/assessments/assessment-pages.ts'
import { useHref } from '../../platform/environments/environments.tsx'

interface ConfigurationHeaderProps {
  configuration: AssessmentConfiguration
  /** Name of a page below the configuration; absent: the configuration itself. */
  title?: string
  /** Short text beside the title, such as a version. */
  badge?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
}

/** Head of a page of an assessment, with the way back to its configuration. */
export function ConfigurationHeader({ configuration, title, badge, actions, tabs }: ConfigurationHeaderProps) {
  const intl = useIntl()
  const href = useHref()
  const { eventType, name } = configuration
  const own = { id: 'assessment', label: name }
  return (
    <PageHeader
      title={title ?? name}
      breadcrumb={[
        { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
        {
          id: 'assessments',
          label: intl.formatMessage({ id: 'Monitoring.Overview.Title' }),
          href: href('/fraud/assessments'),
        },
        ...(title === undefined
          ? [own]
          : [
              { ...own, href: href(assessmentSubpage(eventType, 'configuration')) },
              { id: 'page', label: title },
            ]),
      ]}
      {...(title === undefined ? {} : { meta: <bdi>{name}</bdi> })}
      {...(badge === undefined ? {} : { badges: <Badge>{badge}</Badge> })}
      actions={actions}
      tabs={tabs}
    />
  )
}
