import { PageHeader, SettingsPage, type SettingsPageProps } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { renderLink } from '../../../platform/router/render-link.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { type AdminTab, adminParameters, adminTabs } from './admin-address.ts'

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
  const [, , hrefOf] = useSearchState(adminParameters)
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
      sections={adminTabs.map(id => ({
        id,
        label: <FormattedMessage id={`Admin.Tab.${id}`} />,
        href: hrefOf({ tab: id }),
      }))}
      current={tab}
      renderLink={renderLink}
      {...props}
    >
      {children}
    </SettingsPage>
  )
}
