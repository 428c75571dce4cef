import { Button, EmptyState, ListPage, PageHeader, Spinner } from '@assay/design-system'
import type { SearchState } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'

/** Stands in for the search while the tenant does not have it: why, and who can turn it on. */
export function SearchOff({ state }: { state: Exclude<SearchState, 'On'> }) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const mayEnable = can('admin.search', 'write')
  const title = intl.formatMessage({ id: 'Search.Title' })
  return (
    <ListPage name={title} header={<PageHeader title={title} breadcrumb={[{ id: 'search', label: title }]} />}>
      {state === 'Provisioning' ? (
        <EmptyState
          className="flex-1"
          level={2}
          kind="no-results"
          title={<FormattedMessage id="Search.Preparing.Title" />}
          description={<FormattedMessage id="Search.Preparing.Text" />}
          actions={<Spinner />}
        />
      ) : (
        <EmptyState
          className="flex-1"
          level={2}
          kind="no-access"
          title={<FormattedMessage id="Search.Off.Title" />}
          description={<FormattedMessage id={mayEnable ? 'Search.Off.Admin' : 'Search.Off.Text'} />}
          actions={
            mayEnable ? (
              <Button variant="primary" asChild>
                <Link to={href('/adminsettings/search')}>
                  <FormattedMessage id="Search.Off.Open" />
                </Link>
              </Button>
            ) : undefined
          }
        />
      )}
    </ListPage>
  )
}
