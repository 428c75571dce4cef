import { Button, Icon, PageHeader } from '@assay/design-system'
import type { EventSubscription } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { ExportDialog } from '../form/export-dialog.tsx'
import { SubscriptionDialog } from '../form/subscription-dialog.tsx'
import { SubscriptionDetail } from './subscription-detail.tsx'
import { SubscriptionList } from './subscription-list.tsx'

const searchSchema = { subscription: optionalParameter }
const refreshMs = 10_000

/** The subscriptions of the environment with their state, and one of them in detail. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const href = useHref()
  const environment = useEnvironment()
  const [{ subscription }, , hrefOf] = useSearchState(searchSchema)
  const [edited, setEdited] = useState<EventSubscription | 'new' | null>(null)
  const [isExporting, setIsExporting] = useState(false)
  const writes = can('eventtracing', 'write')
  const title = intl.formatMessage({ id: 'EventTracing.Title' })
  useTitle(title)
  useTitleFocus()
  const query = useQuery(
    api.eventSubscriptions.list.queryOptions({
      input: { environmentId: environment.id },
      staleTime: 5_000,
      refetchInterval: refreshMs,
    }),
  )
  const subscriptions = query.data as readonly EventSubscription[] | undefined
  const shown = subscriptions?.find(({ id }) => id === subscription)
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
          { id: 'eventtracing', label: title },
        ]}
        meta={<FormattedMessage id={writes ? 'EventTracing.Text' : 'EventTracing.ReadOnly'} />}
        actions={
          <>
            <Button disabled={offline} onClick={() => setIsExporting(true)}>
              <Icon icon={Download} />
              <FormattedMessage id="EventTracing.Export" />
            </Button>
            {writes ? (
              <Button variant="primary" disabled={offline} onClick={() => setEdited('new')}>
                <Icon icon={Plus} />
                <FormattedMessage id="EventTracing.New" />
              </Button>
            ) : null}
          </>
        }
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {query.isError && query.data !== undefined ? <StaleNotice /> : null}
        <SubscriptionList query={query} shownId={subscription} hrefOf={id => hrefOf({ subscription: id })} />
        {shown === undefined ? null : (
          <SubscriptionDetail
            key={shown.id}
            subscription={shown}
            writes={writes}
            closeHref={hrefOf({ subscription: null })}
            onEdit={() => setEdited(shown)}
          />
        )}
      </div>
      {isExporting ? <ExportDialog onClose={() => setIsExporting(false)} /> : null}
      {edited === null ? null : (
        <SubscriptionDialog subscription={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}
