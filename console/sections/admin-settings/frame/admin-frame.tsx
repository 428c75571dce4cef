import { PageHeader, SettingsPage, type SettingsPageProps } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan, useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { renderLink } from '../../../platform/router/render-link.tsx'
import { applySearchState } from '../../../platform/router/use-search-state.ts'
import { type AdminTab, adminParameters, optionTabs } from './admin-address.ts'

interface AdminFrameProps
  extends Omit<SettingsPageProps, 'header' | 'sections' | 'current' | 'renderLink' | 'name' | 'children'> {
  tab: AdminTab
  /** Nothing while the settings are loading. */
  children?: ReactNode
}

/** Header and tabs around the settings of one tab. */
export function AdminFrame({ tab, children, ...props }: AdminFrameProps) {
  const intl = useIntl()
  const { session } = useEnvironments()
  const tabs = useAdminTabs()
  const title = intl.formatMessage({ id: 'Admin.Title' })
  return (
    <SettingsPage
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'admin', label: title },
            { id: tab, label: intl.formatMessage({ id: `Admin.Tab.${tab}` }) },
          ]}
          meta={
            <FormattedMessage id="Admin.Scope" values={{ tenant: <bdi key="tenant">{session.tenant.name}</bdi> }} />
          }
        />
      }
      name={intl.formatMessage({ id: `Admin.Tab.${tab}` })}
      sections={tabs.map(({ id, href }) => ({ id, label: <FormattedMessage id={`Admin.Tab.${id}`} />, href }))}
      current={tab}
      renderLink={renderLink}
      {...props}
    >
      {children}
    </SettingsPage>
  )
}

/** The tabs that open for the user, with their addresses. */
function useAdminTabs(): { id: AdminTab; href: string }[] {
  const can = useCan()
  const href = useHref()
  const options = optionTabs.map(tab => ({
    id: tab,
    href: href('/adminsettings', applySearchState(adminParameters, new URLSearchParams(), { tab })),
  }))
  return [
    ...(can('admin.configuration') ? options : []),
    ...(can('admin.billing') ? [{ id: 'billing' as const, href: href('/adminsettings/billing') }] : []),
    ...(can('admin.search') ? [{ id: 'search' as const, href: href('/adminsettings/search') }] : []),
  ]
}
