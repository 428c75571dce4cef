import { Card, CardHeader, LoadingRegion, PageHeader, SkeletonText, useFormat } from '@assay/design-system'
import type { IncidentDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { AlertChart } from '../alert-chart.tsx'
import { IncidentStatus } from '../incident-status.tsx'
import { useAlertTexts } from '../use-alert-texts.ts'
import { IncidentActs } from './incident-acts.tsx'
import { IncidentContrast } from './incident-contrast.tsx'
import { IncidentDistribution } from './incident-distribution.tsx'
import { IncidentLinks } from './incident-links.tsx'

interface IncidentViewProps {
  incidentId: string
  /** Whether the user may act on it. */
  writes: boolean
  /** Address of the list. */
  listHref: string
}

/** One incident: what happened beside earlier weeks, what is different, and what can be done. */
export function IncidentView({ incidentId, writes, listHref }: IncidentViewProps) {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.alertIncidents.get.queryOptions({
      input: { environmentId, incidentId },
      staleTime: 10_000,
      refetchInterval: 60_000,
    }),
  )
  const incident = query.data as IncidentDetail | undefined
  const title = intl.formatMessage({ id: 'Alerts.Incident' })
  useTitle(incident?.name ?? title)
  useTitleFocus()
  return (
    <div className="flex flex-col">
      <PageHeader
        title={incident ? <bdi>{incident.name}</bdi> : title}
        breadcrumb={[
          { id: 'reports', label: intl.formatMessage({ id: 'Shell.Nav.Reports' }), href: href('/reports') },
          { id: 'alerts', label: intl.formatMessage({ id: 'Alerts.Title' }), href: listHref },
          { id: 'incident', label: incident?.name ?? title },
        ]}
        meta={incident ? <IncidentStatus status={incident.status} /> : undefined}
        actions={incident && writes ? <IncidentActs incident={incident} /> : undefined}
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {query.isError && incident ? <StaleNotice /> : null}
        {query.isError && !incident ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRegion loading={query.isPending} name={title} skeleton={<SkeletonText lines={8} />}>
            {incident ? <IncidentBody incident={incident} /> : null}
          </LoadingRegion>
        )}
      </div>
    </div>
  )
}

function IncidentBody({ incident }: { incident: IncidentDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useAlertTexts()
  const { settings, peak, openedAt, endedAt, act, acted, precision, from, to } = incident
  const time = (at: string) => <bdi>{format.dateTime(at, 'UTC')}</bdi>
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader title={intl.formatMessage({ id: 'Alerts.Incident.What' })} />
        <div className="flex flex-col gap-1 px-4 pbe-4 text-sm">
          <p>{texts.watches(settings)}</p>
          <p className="font-medium">
            <FormattedMessage
              id="Alerts.Incident.Peak"
              values={{
                value: texts.value(settings.metric, peak.value),
                usual: texts.value(settings.metric, peak.usual),
                time: time(peak.at),
              }}
            />
          </p>
          <p className="text-xs text-fg-secondary">
            {endedAt === null ? (
              <FormattedMessage id="Alerts.Incident.Since" values={{ time: time(openedAt) }} />
            ) : (
              <FormattedMessage id="Alerts.Incident.Between" values={{ from: time(openedAt), to: time(endedAt) }} />
            )}{' '}
            <FormattedMessage id="Alerts.Precision" values={{ fired: precision.fired, acted: precision.acted }} />
          </p>
          {act === null ? null : (
            <p className="text-xs text-fg-secondary">
              <FormattedMessage
                id="Alerts.Incident.Act"
                values={{
                  status: texts.status(incident.status),
                  name: <bdi key="name">{act.by}</bdi>,
                  time: time(act.at),
                }}
              />{' '}
              {acted === null ? null : <FormattedMessage id={acted ? 'Alerts.Acted.yes' : 'Alerts.Acted.no'} />}{' '}
              <bdi className="wrap-anywhere">{act.note}</bdi>
            </p>
          )}
        </div>
      </Card>
      <AlertChart
        title={intl.formatMessage({ id: 'Alerts.Incident.Chart' })}
        metric={settings.metric}
        points={incident.points}
        incidents={[{ from, to }]}
        fileName="alert-incident"
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <IncidentDistribution distribution={incident.distribution} />
        <IncidentLinks incident={incident} />
      </div>
      <IncidentContrast incident={incident} />
    </div>
  )
}
