import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'

const tabs = ['summary', 'details'] as const

interface UsagePageProps {
  current: (typeof tabs)[number]
  actions?: ReactNode
  children: ReactNode
}

/** One of the two pages of usage, with the tab that leads to the other. */
export function UsagePage({ current, actions, children }: UsagePageProps) {
  const intl = useIntl()
  const href = useHref()
  const { friendlyName } = useEnvironment()
  const title = intl.formatMessage({ id: 'Usage.Title' })
  const tab = intl.formatMessage({ id: `Usage.Tab.${current}` })
  useTitle(`${tab}, ${title}`)
  useTitleFocus()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }) },
          { id: 'usage', label: title },
        ]}
        meta={<FormattedMessage id="Usage.Scope" values={{ environment: <bdi key="name">{friendlyName}</bdi> }} />}
        actions={actions}
        tabs={
          <TabNav label={intl.formatMessage({ id: 'Usage.Tabs' })}>
            {tabs.map(id => (
              <TabLink key={id} asChild current={id === current}>
                <Link to={href(`/settings/usage/${id}`)}>
                  <FormattedMessage id={`Usage.Tab.${id}`} />
                </Link>
              </TabLink>
            ))}
          </TabNav>
        }
      />
      <div className="flex flex-col gap-3 px-page pbs-3 pbe-6">{children}</div>
    </div>
  )
}
