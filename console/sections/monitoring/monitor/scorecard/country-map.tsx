import { Card, CardHeader, useFormat } from '@assay/design-system'
import { GeoMap } from '@assay/design-system/map'
import type { AccountScorecard } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { StaleNotice } from '../../../../platform/errors/stale-notice.tsx'

interface CountryMapProps {
  title: string
  countries: AccountScorecard['botCountries']
  /** What is shown could not be read again. */
  stale: boolean
}

/** Countries with high scores as a map, with their list. */
export function CountryMap({ title, countries, stale }: CountryMapProps) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Card className="flex flex-col">
      <CardHeader level={3} title={title} meta={<FormattedMessage id="Monitoring.Scorecard.CountryMeta" />} />
      {stale ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      <GeoMap
        className="h-[28rem] overflow-hidden rounded-es-card rounded-ee-card"
        label={title}
        // What is no country has no place on a map.
        regions={countries
          .filter(({ country }) => /^[A-Z]{2}$/.test(country))
          .map(({ country, rate }) => ({ code: country, value: rate }))}
        valueName={intl.formatMessage({ id: 'Monitoring.Scorecard.CountryRate' })}
        formatValue={value => format.percent(value)}
        defaultView="both"
        empty={<FormattedMessage id="Monitoring.Empty" />}
      />
    </Card>
  )
}
