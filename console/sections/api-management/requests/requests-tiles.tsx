import { StatTile, StatTileRow, useFormat } from '@assay/design-system'
import type { ApiRequests } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** Average requests per minute of each type of API, their latency, and how many failed. */
export function RequestsTiles({ requests }: { requests: ApiRequests }) {
  const intl = useIntl()
  const format = useFormat()
  const { types, latency, calls, failed } = requests
  const milliseconds = (value: number) =>
    intl.formatMessage({ id: 'OutgoingRequests.Figure.Milliseconds' }, { value: format.number(Math.round(value)) })
  return (
    <section aria-label={intl.formatMessage({ id: 'ApiManagement.Averages' })}>
      <StatTileRow>
        {types.map(({ apiType, perMinute }) => (
          <StatTile
            key={apiType}
            label={<FormattedMessage id={`ApiManagement.Type.${apiType}`} />}
            value={intl.formatNumber(perMinute, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
            unit={<FormattedMessage id="ApiManagement.PerMinute" />}
          />
        ))}
        <StatTile
          label={<FormattedMessage id="ApiManagement.Latency95" />}
          value={latency === null ? '–' : milliseconds(latency.p95)}
          {...(latency === null
            ? {}
            : {
                note: <FormattedMessage id="ApiManagement.MedianOf" values={{ latency: milliseconds(latency.p50) }} />,
              })}
        />
        <StatTile
          label={<FormattedMessage id="ApiManagement.Failed" />}
          value={calls === 0 ? '–' : format.percent(failed / calls)}
          {...(calls === 0
            ? {}
            : { note: <FormattedMessage id="ApiManagement.FailedOf" values={{ failed, calls }} /> })}
        />
      </StatTileRow>
    </section>
  )
}
