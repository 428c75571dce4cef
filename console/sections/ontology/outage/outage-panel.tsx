import { Button, Callout, EmptyState, Field, Progress, Select, SidePanel, SkeletonRows } from '@assay/design-system'
import type { Outage } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useServerTime } from '../../../platform/api/use-server-time.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { FieldAddress } from '../ontology-address.ts'
import { OutageResultView } from './outage-result.tsx'

const pollInterval = 1000
const dayLength = 86_400_000
/** Past days on offer. */
const days = 7

interface OutagePanelProps {
  eventType: string
  path: FieldAddress['path']
  /** The API client that stops sending the field; null for all. */
  clientId: string | null
  onClose: () => void
}

/** Decides a past day again without a field: starts a simulation, shows its progress and its result. */
export function OutagePanel({ eventType, path, clientId, onClose }: OutagePanelProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const write = useCan()('rules', 'write')
  const offline = useOffline()
  const now = useServerTime()
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(now - (index + 1) * dayLength).toISOString().slice(0, 10),
  )
  const [day, setDay] = useState(dates[0] ?? '')
  const query = useQuery(
    api.fieldOutages.list.queryOptions({
      input: { environmentId, eventType },
      staleTime: 0,
      refetchInterval: current => (current.state.data?.some(isUnfinished) ? pollInterval : false),
    }),
  )
  const own = query.data?.filter(({ outage }) => outage.path === path && outage.clientId === clientId) ?? []
  const current = own.find(each => each.from.startsWith(day))
  const invalidates = [api.fieldOutages.list.key()]
  const start = useApiMutation({
    mutationFn: (outageId: string) =>
      client.fieldOutages.start({ environmentId, outageId, eventType, outage: { path, clientId }, day }),
    invalidates,
    onError: error => refusalOf(error) !== null,
  })
  const cancel = useApiMutation({
    mutationFn: (outageId: string) => client.fieldOutages.cancel({ environmentId, outageId }),
    invalidates,
  })
  const refusal = start.error === null ? null : refusalOf(start.error)
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Ontology.Outage.Of" values={{ path: <bdi key="path">{path}</bdi> }} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="text-fg-secondary">
          <FormattedMessage id="Ontology.Outage.Intro" />
        </p>
        {clientId === null ? null : (
          <p className="text-sm">
            <FormattedMessage id="Ontology.Outage.Client" values={{ client: <bdi key="client">{clientId}</bdi> }} />
          </p>
        )}
        <div className="flex flex-wrap items-end gap-3">
          <Field label={<FormattedMessage id="Ontology.Outage.Day" />} className="min-w-0 flex-1">
            <Select
              value={day}
              onValueChange={setDay}
              options={dates.map(date => ({
                value: date,
                label: intl.formatDate(`${date}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'full' }),
              }))}
            />
          </Field>
          {write ? (
            <Button
              variant="primary"
              loading={start.isPending}
              disabled={offline || (current !== undefined && isUnfinished(current))}
              onClick={() => start.mutate(crypto.randomUUID())}
            >
              <FormattedMessage id="Ontology.Outage.Start" />
            </Button>
          ) : null}
        </div>
        {write ? null : (
          <Callout tone="info">
            <FormattedMessage id="Ontology.Outage.ReadOnly" />
          </Callout>
        )}
        {refusal}
        {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.data === undefined ? (
          query.isError ? null : (
            <SkeletonRows rows={3} />
          )
        ) : current === undefined ? (
          <EmptyState kind="first-use" title={<FormattedMessage id="Ontology.Outage.None" />} />
        ) : (
          <>
            <OutageProgress outage={current} />
            {isUnfinished(current) && write ? (
              <Button className="self-start" disabled={offline} onClick={() => cancel.mutate(current.id)}>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            ) : null}
            {current.result === null ? null : <OutageResultView outage={current} result={current.result} />}
          </>
        )}
      </div>
    </SidePanel>
  )
}

const isUnfinished = ({ state }: Outage): boolean => state === 'waiting' || state === 'running'

/** Why a simulation cannot start, where the user can resolve it. */
function refusalOf(error: unknown): ReactNode {
  const id =
    validationErrorOf(error)?.issues[0]?.path[0] === 'day'
      ? 'Ontology.Outage.NoEvents'
      : conflictErrorOf(error)?.reason === 'backtest.limit'
        ? 'Ontology.Outage.Limit'
        : null
  return id === null ? null : (
    <Callout tone="warning" live>
      <FormattedMessage id={id} />
    </Callout>
  )
}

function OutageProgress({ outage: { state, progress, failure, isStale } }: { outage: Outage }) {
  if (state === 'failed')
    return (
      <Callout tone="danger">
        <FormattedMessage id={failure === 'noEvents' ? 'Ontology.Outage.NoEvents' : 'Ontology.Outage.Failed'} />
      </Callout>
    )
  if (state === 'done')
    return isStale ? (
      <Callout tone="warning">
        <FormattedMessage id="Ontology.Outage.Stale" />
      </Callout>
    ) : null
  return (
    <Progress
      label={<FormattedMessage id="Ontology.Outage.Progress" />}
      value={state === 'waiting' || progress.total === 0 ? null : progress.events}
      max={Math.max(progress.total, 1)}
    />
  )
}
