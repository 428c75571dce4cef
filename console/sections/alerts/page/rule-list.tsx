import { Badge, Card, CardHeader, EmptyState, SkeletonRows, useFormat } from '@assay/design-system'
import type { AlertRule } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EntryButtons } from '../../../platform/alerts/entry-buttons.tsx'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAlertTexts } from '../use-alert-texts.ts'

interface RuleListProps {
  query: UseQueryResult<unknown>
  /** Whether the user may change alerts now. */
  writes: boolean
  onEdit: (rule: AlertRule) => void
}

/** The alerts of the environment: what each watches, its latest value, and what became of its incidents. */
export function RuleList({ query, writes, onEdit }: RuleListProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const rules = query.data as readonly AlertRule[] | undefined
  const [removed, setRemoved] = useState<AlertRule | null>(null)
  return (
    <Card className="min-w-0">
      <CardHeader title={intl.formatMessage({ id: 'Alerts.Title' })} />
      <div className="px-4 pbe-3" aria-busy={query.isPending}>
        {query.isError && rules === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : rules === undefined ? (
          <SkeletonRows rows={3} />
        ) : rules.length === 0 ? (
          <EmptyState
            kind="first-use"
            level={3}
            title={<FormattedMessage id="CaseReport.Alert.None" />}
            description={<FormattedMessage id="Alerts.None.Text" />}
          />
        ) : (
          <ul className="flex flex-col">
            {rules.map(rule => (
              <RuleEntry
                key={rule.id}
                rule={rule}
                {...(writes ? { onEdit: () => onEdit(rule), onRemove: () => setRemoved(rule) } : {})}
              />
            ))}
          </ul>
        )}
      </div>
      <RemoveDialog
        removed={removed}
        nameOf={({ settings }) => settings.name}
        titleOf={() => 'CaseReport.Alert.Delete'}
        remove={({ id, version }) => client.alertRules.remove({ environmentId, alertId: id, baseVersion: version })}
        invalidates={[api.alertRules.key(), api.alertIncidents.key()]}
        onClose={() => setRemoved(null)}
      />
    </Card>
  )
}

interface RuleEntryProps {
  rule: AlertRule
  onEdit?: () => void
  onRemove?: () => void
}

function RuleEntry({ rule, onEdit, onRemove }: RuleEntryProps) {
  const format = useFormat()
  const texts = useAlertTexts()
  const { settings, checked, precision, snoozedUntil } = rule
  return (
    <li className="flex flex-col gap-1 border-be border-line-subtle py-3 last:border-be-0">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium wrap-anywhere">{settings.name}</bdi>
        {settings.enabled ? null : (
          <Badge>
            <FormattedMessage id="Queues.Off" />
          </Badge>
        )}
        {checked?.state === 'fires' ? (
          <Badge tone="danger">
            <FormattedMessage id="Alerts.Fires" />
          </Badge>
        ) : null}
        {precision.unheeded ? (
          <Badge tone="warning">
            <FormattedMessage id="Alerts.Unheeded" />
          </Badge>
        ) : null}
      </div>
      <p className="text-sm">{texts.watches(settings)}</p>
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="Alerts.Precision" values={{ fired: precision.fired, acted: precision.acted }} />
        {precision.unheeded ? (
          <>
            {' '}
            <FormattedMessage id="Alerts.Unheeded.Text" />
          </>
        ) : null}
      </p>
      <p className="text-xs text-fg-muted">
        {checked === null ? (
          <FormattedMessage id="Alerts.Unchecked" />
        ) : (
          <FormattedMessage
            id="Alerts.Checked"
            values={{
              value: texts.value(settings.metric, checked.value),
              usual: texts.value(settings.metric, checked.usual),
              time: format.dateTime(checked.at, 'UTC'),
            }}
          />
        )}
        {snoozedUntil === null ? null : (
          <>
            {' '}
            <FormattedMessage id="Alerts.SnoozedUntil" values={{ time: format.dateTime(snoozedUntil, 'UTC') }} />
          </>
        )}
      </p>
      {onEdit && onRemove ? <EntryButtons name={settings.name} onEdit={onEdit} onRemove={onRemove} /> : null}
    </li>
  )
}
