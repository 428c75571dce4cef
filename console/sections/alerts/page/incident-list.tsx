import { Card, CardHeader, createColumns, EmptyState, Link, SimpleTable, useFormat } from '@assay/design-system'
import type { AlertIncident } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { IncidentStatus } from '../incident-status.tsx'
import { useAlertTexts } from '../use-alert-texts.ts'

interface IncidentListProps {
  query: UseQueryResult<unknown>
  hrefOf: (id: string) => string
}

const columns = createColumns<AlertIncident>()

/** Incidents of the environment, the latest first. */
export function IncidentList({ query, hrefOf }: IncidentListProps) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useAlertTexts()
  const incidents = query.data as readonly AlertIncident[] | undefined
  const title = intl.formatMessage({ id: 'Alerts.Incidents' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      {query.isError && incidents === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : incidents?.length === 0 ? (
        <EmptyState kind="first-use" level={3} title={<FormattedMessage id="Alerts.Incidents.None" />} />
      ) : (
        <SimpleTable
          label={title}
          narrow="cards"
          gutter="card"
          loading={incidents === undefined}
          skeletonRows={3}
          columns={[
            columns.custom('name', {
              labelId: 'Alerts.Column.Alert',
              value: incident => incident.name,
              cell: incident => (
                <Link asChild>
                  <RouterLink to={hrefOf(incident.id)}>
                    <bdi>{incident.name}</bdi>
                  </RouterLink>
                </Link>
              ),
            }),
            columns.custom('status', {
              labelId: 'Common.Status',
              value: incident => texts.status(incident.status),
              cell: incident => <IncidentStatus status={incident.status} />,
            }),
            columns.text('opened', {
              labelId: 'Alerts.Column.Began',
              value: incident => format.dateTime(incident.openedAt, 'UTC'),
            }),
            columns.text('ended', {
              labelId: 'Alerts.Column.Ended',
              value: incident =>
                incident.endedAt === null
                  ? intl.formatMessage({ id: 'Alerts.GoesOn' })
                  : format.dateTime(incident.endedAt, 'UTC'),
            }),
            columns.custom('value', {
              labelId: 'Alerts.Column.Value',
              align: 'number',
              value: incident => incident.peak.value,
              cell: incident => <Figure>{texts.value(incident.settings.metric, incident.peak.value)}</Figure>,
            }),
            columns.custom('usual', {
              labelId: 'Alerts.Usual',
              align: 'number',
              value: incident => incident.peak.usual,
              cell: incident => <Figure>{texts.value(incident.settings.metric, incident.peak.usual)}</Figure>,
            }),
          ]}
          rows={incidents ?? []}
          getRowId={incident => incident.id}
        />
      )}
    </Card>
  )
}

const Figure = ({ children }: { children: string }) => <span className="block text-end tabular-nums">{children}</span>
