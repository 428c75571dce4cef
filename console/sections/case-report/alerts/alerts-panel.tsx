import { Badge, Button, EmptyState, SidePanel, SkeletonRows, useFormat } from '@assay/design-system'
import { type ReportAlert, reportLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { EntryButtons } from '../../../platform/alerts/entry-buttons.tsx'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { useAlertText } from './use-alert-text.ts'

interface AlertsPanelProps {
  onClose: () => void
}

/** Alerts on figures of the report: checked by the service, with one message a day to their owners. */
export function AlertsPanel({ onClose }: AlertsPanelProps) {
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.caseAlerts.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const queues = useQuery(api.queues.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  // Who manages a queue manages the cases of the environment.
  const manages = queues.data?.some(({ rights }) => rights.manage) ?? false
  const alerts = query.data as readonly ReportAlert[] | undefined
  const [edited, setEdited] = useState<ReportAlert | 'new' | null>(null)
  const [removed, setRemoved] = useState<ReportAlert | null>(null)
  const full = (alerts?.length ?? 0) >= reportLimits.alerts
  return (
    <SidePanel
      variant="modal"
      title={<FormattedMessage id="CaseReport.Alerts" />}
      onClose={onClose}
      actions={
        manages ? (
          <Button size="sm" disabled={offline || !alerts || full} onClick={() => setEdited('new')}>
            <FormattedMessage id="CaseReport.Alert.New" />
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3 p-4" aria-busy={query.isPending}>
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id={full ? 'CaseReport.Alert.Limit' : manages ? 'CaseReport.Alert.Text' : 'CaseReport.Alert.ReadOnly'}
            values={{ count: reportLimits.alerts }}
          />
        </p>
        {query.isError && !alerts ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : alerts === undefined ? (
          <SkeletonRows rows={3} />
        ) : alerts.length === 0 ? (
          <EmptyState kind="first-use" level={3} title={<FormattedMessage id="CaseReport.Alert.None" />} />
        ) : (
          <ul className="flex flex-col">
            {alerts.map(alert => (
              <AlertEntry
                key={alert.id}
                alert={alert}
                {...(manages && !offline ? { onEdit: () => setEdited(alert), onRemove: () => setRemoved(alert) } : {})}
              />
            ))}
          </ul>
        )}
      </div>
      {edited === null ? null : (
        <AlertDialog alert={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <RemoveDialog
        removed={removed}
        nameOf={({ name }) => name}
        titleOf={() => 'CaseReport.Alert.Delete'}
        remove={({ id, version }) => client.caseAlerts.remove({ environmentId, alertId: id, baseVersion: version })}
        invalidates={[api.caseAlerts.key()]}
        onClose={() => setRemoved(null)}
      />
    </SidePanel>
  )
}

interface AlertEntryProps {
  alert: ReportAlert
  onEdit?: () => void
  onRemove?: () => void
}

/** What one alert watches, its latest value, and why it is off. */
function AlertEntry({ alert, onEdit, onRemove }: AlertEntryProps) {
  const format = useFormat()
  const { figure, condition } = useAlertText()
  const { name, owner, checked, pauseReason } = alert
  return (
    <li className="flex flex-col gap-1 border-be border-line-subtle py-3 last:border-be-0">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
        {pauseReason === null ? null : (
          <Badge>
            <FormattedMessage id={`CaseReport.Alert.Pause.${pauseReason}`} />
          </Badge>
        )}
      </div>
      <p className="text-sm">{condition(alert)}</p>
      <p className="text-xs text-fg-muted">
        {checked === null ? (
          <FormattedMessage id="CaseReport.Alert.Unchecked" values={{ owner: <bdi key="owner">{owner.name}</bdi> }} />
        ) : (
          <FormattedMessage
            id="CaseReport.Alert.Checked"
            values={{
              value: checked.value === null ? '–' : figure(alert.metric, checked.value),
              time: format.dateTime(checked.at, 'UTC'),
              owner: <bdi key="owner">{owner.name}</bdi>,
            }}
          />
        )}
      </p>
      {onEdit && onRemove ? <EntryButtons name={name} onEdit={onEdit} onRemove={onRemove} /> : null}
    </li>
  )
}
