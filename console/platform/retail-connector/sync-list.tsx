import { Button, Card, CardHeader, createColumns, SimpleTable, useFormat } from '@assay/design-system'
import type { RetailSync } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { IssuesDialog } from './issues-dialog.tsx'
import { SyncStatus } from './status-badges.tsx'

const columns = createColumns<RetailSync>()

/** The ten latest synchronisations, the newest first. */
export function SyncList({ syncs }: { syncs: readonly RetailSync[] }) {
  const intl = useIntl()
  const format = useFormat()
  const [shown, setShown] = useState<RetailSync | null>(null)
  const title = intl.formatMessage({ id: 'Retail.Syncs' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      <SimpleTable
        label={title}
        narrow="cards"
        gutter="card"
        empty={<FormattedMessage id="Retail.Syncs.None" />}
        columns={[
          columns.dateTime('startedAt', { labelId: 'Retail.SyncTime', value: ({ startedAt }) => startedAt }),
          columns.custom('status', {
            labelId: 'Retail.SyncStatus',
            value: ({ status }) => intl.formatMessage({ id: `Retail.SyncStatus.${status}` }),
            cell: ({ status, failure }) => (
              <span className="flex min-w-[9rem] flex-col items-start gap-1 whitespace-normal">
                <SyncStatus status={status} />
                {failure === null ? null : (
                  <span className="text-xs text-fg-secondary">
                    <FormattedMessage id={`Retail.Failure.${failure}`} />
                  </span>
                )}
              </span>
            ),
          }),
          columns.number('changed', { labelId: 'Retail.Changed', value: ({ changed }) => changed }),
          columns.custom('refused', {
            labelId: 'Retail.LeftOut',
            align: 'number',
            value: ({ refused }) => refused,
            cell: sync =>
              sync.refused === 0 ? (
                <span className="block text-end tabular-nums">{format.number(0)}</span>
              ) : (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={intl.formatMessage(
                    { id: 'Retail.LeftOut.Show' },
                    { count: sync.refused, time: format.dateTime(sync.startedAt) },
                  )}
                  onClick={() => setShown(sync)}
                >
                  {format.number(sync.refused)}
                </Button>
              ),
          }),
        ]}
        rows={syncs}
        getRowId={({ id }) => id}
      />
      {shown === null ? null : <IssuesDialog sync={shown} onClose={() => setShown(null)} />}
    </Card>
  )
}
