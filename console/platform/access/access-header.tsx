import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../api/client.ts'
import { useCan, useEnvironment, useHref } from '../environments/environments.tsx'
import { useTitle } from '../router/use-title.ts'
import { useTitleFocus } from '../router/use-title-focus.ts'

interface AccessHeaderProps {
  tab: 'users' | 'apps'
  meta?: ReactNode
  actions?: ReactNode
}

const tabs = [
  { tab: 'users', path: '/settings/access', capability: 'settings.access.users', labelId: 'Access.Users' },
  { tab: 'apps', path: '/settings/access/apps', capability: 'settings.access.apps', labelId: 'Access.Apps' },
] as const

/** Head of access control, whose tabs belong to two sections. */
export function AccessHeader({ tab, meta, actions }: AccessHeaderProps) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const title = intl.formatMessage({ id: 'Access.Title' })
  const counts = useCounts()
  const current = intl.formatMessage({ id: tabs.find(each => each.tab === tab)?.labelId ?? 'Access.Users' })
  useTitle(`${current}, ${title}`)
  useTitleFocus()
  return (
    <PageHeader
      title={title}
      meta={meta}
      actions={actions}
      breadcrumb={[
        { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }) },
        { id: 'access', label: title },
      ]}
      tabs={
        <TabNav label={title}>
          {tabs
            .filter(({ capability }) => can(capability))
            .map(each => (
              <TabLink key={each.tab} asChild current={each.tab === tab} count={counts[each.tab]}>
                <Link to={href(each.path)}>
                  <FormattedMessage id={each.labelId} />
                </Link>
              </TabLink>
            ))}
        </TabNav>
      }
    />
  )
}

/** How many people and groups, and how many applications, have roles here; undefined until it is known. */
function useCounts(): Record<AccessHeaderProps['tab'], number | undefined> {
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const options = { input: { environmentId }, staleTime: 5_000 }
  const users = useQuery(api.access.list.queryOptions({ ...options, enabled: can('settings.access.users') }))
  const apps = useQuery(api.applications.list.queryOptions({ ...options, enabled: can('integration.apps') }))
  return {
    users: users.data?.entries.length,
    apps: apps.data && apps.data.applications.length + apps.data.unseen.length,
  }
}
