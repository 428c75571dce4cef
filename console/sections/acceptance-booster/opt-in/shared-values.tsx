import { createColumns, Icon, SimpleTable } from '@assay/design-system'
import { type BoosterField, type BoosterPreview, boosterFields, rawBoosterFields } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { MissingValue } from '../missing-value.tsx'
import { useBoosterTexts } from '../use-booster-texts.ts'

const columns = createColumns<BoosterField>()

/** What each level shares, value by value, with those of the newest purchase. */
export function SharedValues({ environmentId }: { environmentId: string }) {
  const intl = useIntl()
  const texts = useBoosterTexts()
  const { friendlyName } = useEnvironment()
  // Without an example the table says the same.
  const { data } = useQuery(
    api.booster.preview.queryOptions({ input: { environmentId, level: 'raw' as const }, staleTime: 60_000 }),
  )
  const preview: BoosterPreview | undefined = data
  const label = intl.formatMessage({ id: 'Booster.Value' })
  const exampleOf = (field: BoosterField): string | null =>
    preview?.message ? texts.value(preview.message, field) : null
  const shared = (word: 'Booster.Value.Shared' | 'Booster.Value.Added') => (
    <span className="inline-flex items-center gap-1">
      <Icon
        icon={word === 'Booster.Value.Added' ? Plus : Check}
        size={16}
        className={word === 'Booster.Value.Added' ? 'text-accent-text' : 'text-success-text'}
      />
      <span className={word === 'Booster.Value.Added' ? 'font-medium text-accent-text' : undefined}>
        <FormattedMessage id={word} />
      </span>
    </span>
  )
  const word = (id: string) => intl.formatMessage({ id })
  return (
    <SimpleTable
      label={label}
      gutter="page"
      narrow="cards"
      columns={[
        columns.custom('field', {
          labelId: 'Booster.Value',
          rowHeader: true,
          value: texts.field,
          cell: field => <span className="font-medium">{texts.field(field)}</span>,
        }),
        columns.custom('standard', {
          labelId: 'Booster.Level.standard',
          value: field => (rawBoosterFields.has(field) ? null : word('Booster.Value.Shared')),
          cell: field => (rawBoosterFields.has(field) ? <MissingValue /> : shared('Booster.Value.Shared')),
        }),
        columns.custom('raw', {
          labelId: 'Booster.Level.raw',
          value: field => word(rawBoosterFields.has(field) ? 'Booster.Value.Added' : 'Booster.Value.Shared'),
          cell: field => shared(rawBoosterFields.has(field) ? 'Booster.Value.Added' : 'Booster.Value.Shared'),
        }),
        columns.custom('example', {
          label: intl.formatMessage({ id: 'Booster.Value.Example' }, { environment: friendlyName }),
          value: exampleOf,
          cell: field => {
            const example = exampleOf(field)
            return example === null ? (
              <MissingValue />
            ) : (
              <bdi className="text-fg-secondary wrap-anywhere">{example}</bdi>
            )
          },
        }),
      ]}
      rows={boosterFields}
      getRowId={field => field}
    />
  )
}
