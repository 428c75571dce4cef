import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'

interface ListsHeaderProps {
  tab: 'custom' | 'support'
  meta?: ReactNode
  actions?: ReactNode
}

const tabs = [
  { tab: 'custom', capability: 'lists.custom' },
  { tab: 'support', capability: 'lists.support' },
] as const

/** Title, commands and the tabs that this role opens. */
export function ListsHeader({ tab, meta, actions }: ListsHeaderProps) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  return (
    <PageHeader
      title={<FormattedMessage id="Lists.Title" />}
      breadcrumb={[
        { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
        { id: 'lists', label: intl.formatMessage({ id: 'Lists.Title' }) },
      ]}
      meta={meta}
      actions={actions}
      tabs={
        <TabNav label={intl.formatMessage({ id: 'Lists.Tabs' })}>
          {tabs
            .filter(({ capability }) => can(capability))
            .map(each => (
              <TabLink key={each.tab} asChild current={each.tab === tab}>
                <Link to={href(`/data/lists/${each.tab}`)}>
                  <FormattedMessage id={`Lists.Tab.${each.tab}`} />
                </Link>
              </TabLink>
            ))}
        </TabNav>
      }
    />
  )
}
