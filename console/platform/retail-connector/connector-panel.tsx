import { Button, Callout, SkeletonRows, useFormat } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan } from '../environments/environments.tsx'
import { QueryError } from '../errors/page-error.tsx'
import { StaleNotice } from '../errors/stale-notice.tsx'
import { useOffline } from '../offline/connection.ts'
import { flagParameter, useSearchState } from '../router/use-search-state.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { SourceCards } from './source-cards.tsx'
import { SyncList } from './sync-list.tsx'
import { useRetailConnector } from './use-retail-connector.ts'

/** The dialog is open: pages link to it. */
const connectorParameters = { connect: flagParameter('1') }

/**
 * Where retail transactions come from: two cards as long as nothing is connected, then the connection with its latest
 * synchronisations.
 * @param uploadHref address at which files are uploaded; absent: they are not uploaded here
 */
export function ConnectorPanel({ uploadHref }: { uploadHref?: string }) {
  const writes = useCan()('data.upload', 'write')
  const offline = useOffline()
  const format = useFormat()
  const { query, state } = useRetailConnector()
  const [{ connect }, setParameters] = useSearchState(connectorParameters)
  const [isOpen, setIsOpen] = useState(connect)
  if (query.isError && state === undefined)
    return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (state === undefined) return <SkeletonRows rows={3} />
  const { system, available, connection, shortPeriod, syncs } = state
  const canConnect = writes && available && (connection === null || connection.status === 'Disconnected')
  const close = () => {
    setIsOpen(false)
    if (connect) setParameters({ connect: false })
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {query.isError ? <StaleNotice /> : null}
      {shortPeriod === null ? null : (
        <Callout tone="warning">
          <FormattedMessage
            id="Retail.ShortPeriod"
            values={{ from: format.date(shortPeriod.from, 'UTC'), to: format.date(shortPeriod.to, 'UTC') }}
          />
        </Callout>
      )}
      {connection === null ? (
        <SourceCards
          system={system}
          connect={
            canConnect ? (
              <Button variant="primary" disabled={offline} onClick={() => setIsOpen(true)}>
                <FormattedMessage id="Retail.Connect" />
              </Button>
            ) : null
          }
          {...(uploadHref === undefined
            ? {}
            : {
                upload: writes ? (
                  <Button asChild>
                    <RouterLink to={uploadHref}>
                      <FormattedMessage id="Retail.Upload" />
                    </RouterLink>
                  </Button>
                ) : null,
              })}
          notice={available ? null : <FormattedMessage id="Retail.NotAvailable" />}
        />
      ) : (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <ConnectionCard
            system={system}
            connection={connection}
            writes={writes}
            available={available}
            onOtherAddress={() => setIsOpen(true)}
          />
          <SyncList syncs={syncs} />
        </div>
      )}
      {isOpen && canConnect ? <ConnectDialog system={system} onClose={close} /> : null}
    </div>
  )
}
