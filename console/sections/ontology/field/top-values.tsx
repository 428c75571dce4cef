import type { FigurePeriod } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { FieldAddress } from '../ontology-address.ts'
import { FieldSkeleton } from './field-skeleton.tsx'
import { fieldValuesQuery } from './values-query.ts'

/** The most frequent values of an attribute, for those who may search events. */
export function TopValues({
  eventType,
  field,
  period,
}: {
  eventType: string
  field: FieldAddress
  period: FigurePeriod
}) {
  const environment = useEnvironment()
  const query = useQuery(fieldValuesQuery({ environmentId: environment.id, eventType, period, ...field }))
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <FieldSkeleton />
  const { values, measured } = query.data
  if (values === null || values.length === 0)
    return (
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id={values === null ? 'Ontology.Values.NoSearch' : 'Ontology.Values.None'} />
      </p>
    )
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {values.map(({ value, events }, index) => (
        // Masked values may look the same.
        <li key={`${index} ${value}`} className="flex items-baseline justify-between gap-3">
          <bdi className="min-w-0 font-mono wrap-anywhere">{value}</bdi>
          <span dir="ltr" className="flex gap-2 text-xs whitespace-nowrap text-fg-muted tabular-nums">
            <span>
              <FormattedNumber value={events} />
            </span>
            <span>
              <FormattedNumber value={events / measured.measured} style="percent" maximumFractionDigits={1} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
