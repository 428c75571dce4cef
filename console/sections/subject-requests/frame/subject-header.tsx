import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { type SubjectTab, subjectPaths } from '../subject-address.ts'

interface SubjectHeaderProps {
  tab: SubjectTab
  actions?: ReactNode
}

const tabs: readonly SubjectTab[] = ['search', 'requests']

/** Header of subject requests with the tabs that the user may open. */
export function SubjectHeader({ tab, actions }: SubjectHeaderProps) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const { friendlyName } = useEnvironment()
  const title = intl.formatMessage({ id: 'Subjects.Title' })
  useTitle(`${intl.formatMessage({ id: `Subjects.Tab.${tab}` })}, ${title}`)
  useTitleFocus()
  return (
    <PageHeader
      title={title}
      breadcrumb={[
        { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }), href: href('/settings') },
        { id: 'subject', label: title },
      ]}
      meta={<FormattedMessage id="Subjects.Scope" values={{ environment: <bdi key="name">{friendlyName}</bdi> }} />}
      actions={actions}
      tabs={
        <TabNav label={title}>
          {tabs
            .filter(each => canOpen(subjectPaths[each], can))
            .map(each => (
              <TabLink key={each} asChild current={each === tab}>
                <Link to={href(subjectPaths[each])}>
                  <FormattedMessage id={`Subjects.Tab.${each}`} />
                </Link>
              </TabLink>
            ))}
        </TabNav>
      }
    />
  )
}
