import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { useTitle } from '../../platform/router/use-title.ts'
import { useTitleFocus } from '../../platform/router/use-title-focus.ts'

const tabs = [
  { id: 'configuration', path: '/data/apimanagement', label: 'Admin.Tab.configuration' },
  { id: 'requests', path: '/data/apimanagement/requests', label: 'ApiManagement.Tab.requests' },
  { id: 'errors', path: '/data/apimanagement/errors', label: 'OutgoingRequests.Figure.Errors' },
  { id: 'ontology', path: '/data/apimanagement/ontology', label: 'Ontology.Title' },
] as const

interface ApiPageProps {
  current: 'configuration' | 'requests' | 'errors'
  /** The figures include those of child environments. */
  withChildren?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** One of the pages of API management, with the tabs that lead to the others. */
export function ApiPage({ current, withChildren = false, actions, children }: ApiPageProps) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const { friendlyName } = useEnvironment()
  const title = intl.formatMessage({ id: 'ApiManagement.Title' })
  const tab = intl.formatMessage({ id: tabs.find(({ id }) => id === current)?.label ?? tabs[0].label })
  useTitle(`${tab}, ${title}`)
  useTitleFocus()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
          { id: 'apis', label: title, href: href('/data/apimanagement') },
          { id: current, label: tab },
        ]}
        meta={
          withChildren ? (
            <FormattedMessage
              id="ApiManagement.Scope"
              values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
            />
          ) : (
            <bdi>{friendlyName}</bdi>
          )
        }
        actions={actions}
        tabs={
          <TabNav label={intl.formatMessage({ id: 'ApiManagement.Tabs' })}>
            {tabs
              .filter(({ id }) => id !== 'ontology' || can('ontology'))
              .map(({ id, path, label }) => (
                <TabLink key={id} asChild current={id === current}>
                  <Link to={href(path)}>
                    <FormattedMessage id={label} />
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
