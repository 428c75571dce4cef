import {
  Button,
  Callout,
  Card,
  CardHeader,
  ConfirmDanger,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  IconButton,
  KeyValue,
  KeyValueList,
  useFormat,
  useToast,
} from '@assay/design-system'
import type { RetailConnection } from '@assay/risk-service/contract'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../api/api-error.ts'
import { api, client } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { useOffline } from '../offline/connection.ts'
import { Refusal, type RefusalReason, refusalOf } from './refusal.tsx'
import { ConnectionStatus } from './status-badges.tsx'

interface ConnectionCardProps {
  system: string
  connection: RetailConnection
  writes: boolean
  /** Whether the installation can connect. */
  available: boolean
  onOtherAddress: () => void
}

/** The connection to a retail system: its state, when it was and will be synchronised, and what can be done with it. */
export function ConnectionCard({ system, connection, writes, available, onOtherAddress }: ConnectionCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [isEnding, setIsEnding] = useState(false)
  const [refusal, setRefusal] = useState<RefusalReason | null>(null)
  const { address, status, failure, createdAt, createdBy, lastSyncAt, nextSyncAt, syncing } = connection
  const isOff = status === 'Disconnected'
  const onError = (error: Error): boolean => {
    const reason = refusalOf(readApiError(error))
    setRefusal(reason)
    return reason !== null
  }
  const reconnect = useApiMutation({
    mutationFn: () => client.retailConnector.reconnect({ environmentId }),
    invalidates: [api.retailConnector.key()],
    onSuccess: () => {
      setRefusal(null)
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Retail.Connected.Title' }),
        description: intl.formatMessage({ id: 'Retail.Connected.Text' }, { system }),
      })
    },
    onError,
  })
  const sync = useApiMutation({
    mutationFn: () => client.retailConnector.sync({ environmentId }),
    invalidates: [api.retailConnector.key()],
    onSuccess: () => {
      setRefusal(null)
      toast({ title: intl.formatMessage({ id: 'Retail.Sync.Started' }) })
    },
    onError,
  })
  const end = useApiMutation({
    mutationFn: () => client.retailConnector.disconnect({ environmentId }),
    invalidates: [api.retailConnector.key()],
    onSuccess: () => {
      setIsEnding(false)
      setRefusal(null)
      toast({ title: intl.formatMessage({ id: 'Retail.Disconnected' }, { system }) })
    },
    onError,
  })
  const time = (at: string | null) => (at === null ? null : <bdi>{format.dateTime(at)}</bdi>)
  return (
    <Card>
      <CardHeader
        title={system}
        actions={
          writes ? (
            <>
              {isOff ? (
                <Button
                  size="sm"
                  variant="primary"
                  disabled={offline || !available}
                  loading={reconnect.isPending}
                  onClick={() => reconnect.mutate(undefined)}
                >
                  <FormattedMessage id="Retail.Connect" />
                </Button>
              ) : (
                <Button
                  size="sm"
                  disabled={offline || !available || syncing}
                  loading={sync.isPending}
                  onClick={() => sync.mutate(undefined)}
                >
                  <FormattedMessage id="Retail.Sync" />
                </Button>
              )}
              <DropdownMenu>
                <DropdownMenuTrigger asChild>
                  <IconButton
                    icon={EllipsisVertical}
                    size="sm"
                    disabled={offline}
                    label={intl.formatMessage({ id: 'Retail.Menu' }, { system })}
                  />
                </DropdownMenuTrigger>
                <DropdownMenuContent align="end">
                  {isOff ? (
                    <DropdownMenuItem disabled={!available} onSelect={onOtherAddress}>
                      <FormattedMessage id="Retail.OtherAddress" />
                    </DropdownMenuItem>
                  ) : (
                    <DropdownMenuItem tone="danger" onSelect={() => setIsEnding(true)}>
                      <FormattedMessage id="Retail.Disconnect" />
                    </DropdownMenuItem>
                  )}
                </DropdownMenuContent>
              </DropdownMenu>
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-3 px-4 pbe-4">
        {refusal === null ? null : (
          <Callout tone="danger" live>
            <Refusal reason={refusal} />
          </Callout>
        )}
        {failure === null || refusal !== null ? null : (
          <Callout tone="danger">
            <FormattedMessage id={`Retail.Failure.${failure}`} />
          </Callout>
        )}
        {available ? null : (
          <Callout tone="warning">
            <FormattedMessage id="Retail.NotAvailable" />
          </Callout>
        )}
        <KeyValueList termWidth="lg">
          <KeyValue term={<FormattedMessage id="Common.Status" />}>
            <ConnectionStatus status={status} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Retail.Address" />}>
            <bdi dir="ltr" className="wrap-anywhere">
              {address}
            </bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Retail.LastSync" />}>{time(lastSyncAt)}</KeyValue>
          <KeyValue term={<FormattedMessage id="Retail.NextSync" />}>
            {syncing ? <FormattedMessage id="Retail.Now" /> : time(nextSyncAt)}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Retail.Created" />} qualifier={<bdi>{createdBy}</bdi>}>
            {time(createdAt)}
          </KeyValue>
        </KeyValueList>
      </div>
      <ConfirmDanger
        open={isEnding}
        onOpenChange={setIsEnding}
        title={<FormattedMessage id="Retail.Disconnect.Title" values={{ system }} />}
        description={<FormattedMessage id="Retail.Disconnect.Text" />}
        confirmLabel={<FormattedMessage id="Retail.Disconnect.Confirm" />}
        loading={end.isPending}
        {...(offline ? { unavailable: <FormattedMessage id="Offline.Writes" /> } : {})}
        onConfirm={() => end.mutate(undefined)}
      />
    </Card>
  )
}
