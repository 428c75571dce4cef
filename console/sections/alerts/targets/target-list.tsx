import { Badge, Button, Card, CardHeader, SkeletonRows, useFormat } from '@assay/design-system'
import type { AlertTarget, AlertTargetKind, AlertTargets } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EntryButtons } from '../../../platform/alerts/entry-buttons.tsx'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { TargetDialog } from './target-dialog.tsx'

const tones = { delivered: 'success', waiting: 'warning', failed: 'danger' } as const

const deletions = { webhook: 'Alerts.Targets.Delete', email: 'Alerts.Targets.Email.Delete' } as const

/** Webhooks and email addresses that incidents are delivered to, with their latest delivery; for administrators. */
export function TargetList() {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.alertTargets.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const answer = query.data as AlertTargets | undefined
  const targets = answer?.targets
  const [edited, setEdited] = useState<AlertTarget | AlertTargetKind | null>(null)
  const [removed, setRemoved] = useState<AlertTarget | null>(null)
  return (
    <Card className="min-w-0">
      <CardHeader
        title={intl.formatMessage({ id: 'Alerts.Targets' })}
        actions={
          <>
            <Button size="sm" disabled={offline || answer === undefined} onClick={() => setEdited('webhook')}>
              <FormattedMessage id="Alerts.Targets.New" />
            </Button>
            <Button size="sm" disabled={offline || answer?.hasMailServer !== true} onClick={() => setEdited('email')}>
              <FormattedMessage id="Alerts.Targets.Email.New" />
            </Button>
          </>
        }
      />
      <div className="px-4 pbe-3 text-sm" aria-busy={query.isPending}>
        {query.isError && targets === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : targets === undefined ? (
          <SkeletonRows rows={2} />
        ) : targets.length === 0 ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Alerts.Targets.None" />
          </p>
        ) : (
          <ul className="flex flex-col">
            {targets.map(target => (
              <li
                key={target.id}
                className="flex flex-wrap items-center gap-2 border-be border-line-subtle py-2 last:border-be-0"
              >
                <bdi className="font-medium wrap-anywhere">{target.name}</bdi>
                <bdi className="min-w-0 flex-1 text-xs wrap-anywhere text-fg-secondary">
                  {target.url ?? target.address}
                </bdi>
                {target.enabled ? null : (
                  <Badge>
                    <FormattedMessage id="Queues.Off" />
                  </Badge>
                )}
                {target.latest === null ? null : (
                  <Badge tone={tones[target.latest.state]}>
                    <FormattedMessage
                      id={`Alerts.Targets.Latest.${target.latest.state}`}
                      values={{ time: format.dateTime(target.latest.at, 'UTC') }}
                    />
                  </Badge>
                )}
                <EntryButtons
                  name={target.name}
                  disabled={offline}
                  onEdit={() => setEdited(target)}
                  onRemove={() => setRemoved(target)}
                />
              </li>
            ))}
          </ul>
        )}
        {answer?.hasMailServer === false ? (
          <p className="pbs-2 text-fg-secondary">
            <FormattedMessage id="Alerts.Targets.Email.Missing" />
          </p>
        ) : null}
      </div>
      {edited === null ? null : <TargetDialog target={edited} onClose={() => setEdited(null)} />}
      <RemoveDialog
        removed={removed}
        nameOf={({ name }) => name}
        titleOf={({ kind }) => deletions[kind]}
        remove={({ id, version }) => client.alertTargets.remove({ environmentId, targetId: id, baseVersion: version })}
        invalidates={[api.alertTargets.key()]}
        onClose={() => setRemoved(null)}
      />
    </Card>
  )
}
