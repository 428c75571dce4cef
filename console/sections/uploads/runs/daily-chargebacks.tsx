import { Card, CardHeader, DateField, EmptyState, lazyPart, Select, Skeleton, useFormat } from '@assay/design-system'
import { uploadFigureLimits } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { type SearchParameter, useSearchState } from '../../../platform/router/use-search-state.ts'

const BarChart = lazyPart(() => import('@assay/design-system/charts').then(module => ({ default: module.BarChart })))

const dayParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : null),
  serialise: value => value,
}
const countryParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && /^[A-Z]{2}$/.test(text) ? text : null),
  serialise: value => value,
}
const parameters = { from: dayParameter, to: dayParameter, country: countryParameter }
/** Stands for all countries: no value of an option is empty. */
const all = 'all'
/** Pixels of the chart. */
const plotHeight = 200

/** Chargebacks per 10,000 purchases of each day, with the least that says something as a line. */
export function DailyChargebacks() {
  const intl = useIntl()
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const [{ from, to, country }, setState] = useSearchState(parameters)
  const query = useQuery(
    api.uploads.dailyChargebacks.queryOptions({
      input: {
        environmentId,
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
        ...(country === null ? {} : { country }),
      },
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  )
  const limit = uploadFigureLimits.chargebackBasisPoints.min
  const title = intl.formatMessage({ id: 'Upload.Daily' })
  const days = query.data?.days
  const countries = [...new Set([...(query.data?.countries ?? []), ...(country === null ? [] : [country])])]
  return (
    <Card className="min-w-0">
      <CardHeader
        title={title}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <DateField
              size="sm"
              className="w-[9rem]"
              aria-label={intl.formatMessage({ id: 'Upload.Daily.From' })}
              value={from}
              {...(to === null ? {} : { max: to })}
              onValueChange={value => setState({ from: value })}
            />
            <DateField
              size="sm"
              className="w-[9rem]"
              aria-label={intl.formatMessage({ id: 'Upload.Daily.To' })}
              value={to}
              {...(from === null ? {} : { min: from })}
              onValueChange={value => setState({ to: value })}
            />
            <Select<string>
              size="sm"
              className="w-auto max-w-[14rem]"
              aria-label={intl.formatMessage({ id: 'Upload.Daily.Country' })}
              value={country ?? all}
              options={[
                { value: all, label: intl.formatMessage({ id: 'Upload.Daily.AllCountries' }) },
                ...countries.map(code => ({
                  value: code,
                  label: intl.formatDisplayName(code, { type: 'region' }) ?? code,
                })),
              ]}
              onValueChange={value => setState({ country: value === all ? null : value })}
            />
          </div>
        }
      />
      <div className="px-4 pbe-4">
        {query.isError && days === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : days === undefined ? (
          <Skeleton style={{ blockSize: plotHeight }} />
        ) : days.length === 0 ? (
          <EmptyState kind="no-results" level={3} title={<FormattedMessage id="Upload.Daily.None" />} />
        ) : (
          <Suspense fallback={<Skeleton style={{ blockSize: plotHeight }} />}>
            <BarChart
              title={title}
              orientation="block"
              sort="given"
              height={plotHeight}
              valueLabel={intl.formatMessage({ id: 'Upload.Figure.BasisPoints' })}
              items={days.map(({ day, basisPoints }) => ({
                id: day,
                label: format.date(`${day}T00:00:00Z`, 'UTC'),
                value: basisPoints,
              }))}
              compare={{
                label: intl.formatMessage({ id: 'Upload.Daily.Limit' }, { count: limit }),
                values: Object.fromEntries(days.map(({ day }) => [day, limit])),
              }}
            />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
