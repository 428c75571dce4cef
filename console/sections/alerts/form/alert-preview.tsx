import { Callout, createColumns, SimpleTable, Spinner, useAnnounce, useFormat } from '@assay/design-system'
import type { AlertPreview as Preview } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { AlertChart } from '../alert-chart.tsx'
import { useAlertTexts } from '../use-alert-texts.ts'
import { type AlertForm, alertErrorsOf } from './alert-form.ts'
import { useAlertPreview } from './use-alert-preview.ts'

/** Incidents that the table lists; the number of all stands above it. */
const shownIncidents = 8

type PreviewIncident = Preview['incidents'][number]
const columns = createColumns<PreviewIncident>()

/** What the alert would have reported in the last 90 days, while it is typed. */
export function AlertPreview({ values }: { values: AlertForm }) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useAlertTexts()
  const { preview, settings, waiting, error, retry } = useAlertPreview(values)
  const title = intl.formatMessage({ id: 'Alerts.Preview' })
  const announce = useAnnounce()
  const found = preview?.found
  const sayFound = useEffectEvent((count: number) =>
    announce(intl.formatMessage({ id: 'Alerts.Preview.Found' }, { count })),
  )
  useEffect(() => {
    if (found !== undefined) sayFound(found)
  }, [found])
  // What the service refuses at a field is incomplete as well: a name is being typed.
  if (settings === null || (error !== null && !waiting && alertErrorsOf(error) !== null))
    return (
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="Alerts.Preview.Incomplete" />
      </p>
    )
  if (error !== null && !waiting) return <QueryError error={error} onRetry={retry} />
  const metric = settings.metric
  return (
    <section aria-label={title} aria-busy={waiting} className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-sm font-medium">
        {waiting ? <Spinner size={12} /> : null}
        {preview === undefined ? (
          <FormattedMessage id="Alerts.Preview.Waiting" />
        ) : (
          <FormattedMessage id="Alerts.Preview.Found" values={{ count: preview.found }} />
        )}
      </p>
      {preview === undefined ? null : (
        <>
          {preview.found > 13 ? (
            <Callout tone="warning">
              <FormattedMessage id="Alerts.Preview.Noisy" />
            </Callout>
          ) : null}
          <AlertChart
            title={title}
            variant="plain"
            metric={metric}
            points={preview.points}
            incidents={preview.incidents}
            fileName="alert-preview"
          />
          {preview.incidents.length === 0 ? null : (
            <SimpleTable
              label={intl.formatMessage({ id: 'Alerts.Incidents' })}
              gutter="none"
              columns={[
                columns.text('from', {
                  labelId: 'Alerts.Column.Began',
                  value: incident => format.dateTime(incident.from, 'UTC'),
                }),
                columns.text('value', {
                  labelId: 'Alerts.Column.Value',
                  value: incident => texts.value(metric, incident.value),
                }),
                columns.text('usual', {
                  labelId: 'Alerts.Usual',
                  value: incident => texts.value(metric, incident.usual),
                }),
              ]}
              rows={preview.incidents.slice(0, shownIncidents)}
              getRowId={incident => incident.from}
            />
          )}
        </>
      )}
    </section>
  )
}
