import { Button, Callout, createColumns, Dialog, DialogContent, SimpleTable, SkeletonRows } from '@assay/design-system'
import type { Reroute } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { RerouteResult } from './reroute-result.tsx'

const columns = createColumns<Reroute['moves'][number]>()

/** Shows which waiting cases the published rules would send to another queue, and moves them. */
export function RerouteDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const offline = useOffline()
  const queryClient = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [rerouteId, setRerouteId] = useState<string>(() => crypto.randomUUID())
  const plan = useQuery({
    queryKey: [...api.caseRouting.plan.key(), environmentId, rerouteId],
    queryFn: () => client.caseRouting.plan({ environmentId, rerouteId }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const move = useApiMutation({
    mutationFn: () => client.caseRouting.confirm({ environmentId, rerouteId }),
    invalidates: [api.queues.key(), api.cases.key()],
    onSuccess: done => queryClient.setQueryData([...api.caseRouting.plan.key(), environmentId, rerouteId], done),
    // Shown in the dialog.
    onError: error => isOutdated(error),
  })
  const found = plan.data
  const total = found?.moves.reduce((sum, { cases }) => sum + cases, 0) ?? 0
  const outdated = isOutdated(move.error)
  const again = () => {
    move.reset()
    setRerouteId(crypto.randomUUID())
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Routing.Reroute.Open" />}
        description={<FormattedMessage id="Routing.Reroute.Text" />}
        footer={
          found === undefined || found.result !== null || (total === 0 && !outdated) ? (
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>
                <FormattedMessage id="Common.Cancel" />
              </Button>
              {outdated ? (
                <Button variant="primary" onClick={again}>
                  <FormattedMessage id="Routing.Reroute.Again" />
                </Button>
              ) : (
                <Button variant="primary" loading={move.isPending} disabled={offline} onClick={() => move.mutate()}>
                  <FormattedMessage id="Routing.Reroute.Confirm" values={{ count: total }} />
                </Button>
              )}
            </>
          )
        }
      >
        <div className="flex flex-col gap-3">
          {outdated ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Routing.Reroute.Outdated" />
            </Callout>
          ) : null}
          {plan.isError ? (
            <QueryError error={plan.error} onRetry={() => void plan.refetch()} />
          ) : found === undefined ? (
            <SkeletonRows rows={3} />
          ) : found.result === null ? (
            <PlannedMoves found={found} label={intl.formatMessage({ id: 'Routing.Reroute.Moves' })} />
          ) : (
            <RerouteResult result={found.result} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

const isOutdated = (error: unknown): boolean => conflictErrorOf(error)?.reason === 'version.conflict'

function PlannedMoves({ found, label }: { found: Reroute; label: string }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const queueColumns = useMemo(() => {
    const labelOf = (environmentId: string, queue: string): string =>
      environmentId === environment.id
        ? queue
        : intl.formatMessage(
            { id: 'Routing.Preview.QueueIn' },
            { queue, environment: environments.find(({ id }) => id === environmentId)?.friendlyName ?? '' },
          )
    return [
      columns.text('from', {
        labelId: 'Routing.Reroute.From',
        value: each => labelOf(each.environmentId, each.from.name),
        rowHeader: true,
      }),
      columns.text('to', { labelId: 'Routing.Reroute.To', value: each => each.to.name }),
      columns.number('cases', { labelId: 'Routing.Reroute.Cases', value: each => each.cases }),
    ]
  }, [intl, environment.id, environments])
  return (
    <>
      <p aria-live="polite">
        <FormattedMessage id="Routing.Reroute.Checked" values={{ count: found.checked }} />{' '}
        {found.moves.length === 0 ? <FormattedMessage id="Routing.Reroute.None" /> : null}
      </p>
      {found.moves.length === 0 ? null : (
        <SimpleTable
          gutter="none"
          label={label}
          columns={queueColumns}
          rows={found.moves}
          getRowId={({ from, to }) => `${from.id} ${to.id}`}
        />
      )}
      {found.unreadable > 0 ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="Routing.Reroute.Unreadable" values={{ count: found.unreadable }} />
        </p>
      ) : null}
      {found.unchecked > 0 ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="Routing.Reroute.Unchecked" values={{ count: found.unchecked }} />
        </p>
      ) : null}
    </>
  )
}
