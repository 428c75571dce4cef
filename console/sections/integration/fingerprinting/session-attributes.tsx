import { Card, CardHeader, Checkbox, createColumns, Input, SimpleTable } from '@assay/design-system'
import type { FingerprintAttribute, FingerprintTest } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { flagParameter, textParameter, useSearchState } from '../../../platform/router/use-search-state.ts'

type AttributeRow = FingerprintAttribute & { value: string | undefined }
const columns = createColumns<AttributeRow>()
const searchSchema = { find: textParameter, present: flagParameter('only') }

type Tested = Pick<FingerprintTest, 'catalogue'> & { session: NonNullable<FingerprintTest['session']> }

/** The attributes of a session by their category: those of the catalogue, then what the service stored besides. */
export function SessionAttributes({ session: { attributes }, catalogue }: Tested) {
  const intl = useIntl()
  const [{ find, present }, setSearch] = useSearchState(searchSchema)
  const names = new Set(catalogue.map(({ name }) => name))
  const other = intl.formatMessage({ id: 'Fingerprint.Category.Other' })
  const rows: AttributeRow[] = [
    ...catalogue,
    ...Object.keys(attributes)
      .filter(name => !names.has(name))
      .map(name => ({ name, label: name, category: other })),
  ].map(each => ({ ...each, value: attributes[each.name] }))
  const words = find.trim().toLowerCase()
  const shown = rows.filter(
    ({ name, label, value }) =>
      (!present || value !== undefined) && `${name} ${label} ${value ?? ''}`.toLowerCase().includes(words),
  )
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          className="min-w-0 flex-1"
          aria-label={intl.formatMessage({ id: 'Fingerprint.Find' })}
          placeholder={intl.formatMessage({ id: 'Fingerprint.Find' })}
          value={find}
          onChange={event => setSearch({ find: event.target.value })}
        />
        <Checkbox
          checked={present}
          onCheckedChange={checked => setSearch({ present: checked === true })}
          label={<FormattedMessage id="Fingerprint.OnlyPresent" />}
        />
      </div>
      {shown.length === 0 ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Fingerprint.NoMatch" />
        </p>
      ) : null}
      {[...new Set(shown.map(({ category }) => category))].map(category => {
        const all = rows.filter(each => each.category === category)
        return (
          <Card key={category} className="min-w-0 overflow-clip">
            <CardHeader
              title={<bdi lang="en">{category}</bdi>}
              actions={
                <span className="text-xs text-fg-secondary">
                  <FormattedMessage
                    id="Fingerprint.Count"
                    values={{ present: all.filter(({ value }) => value !== undefined).length, total: all.length }}
                  />
                </span>
              }
            />
            <SimpleTable
              label={category}
              narrow="cards"
              gutter="card"
              columns={[
                columns.custom('label', {
                  labelId: 'Ontology.Column.Attribute',
                  value: ({ label }) => label,
                  cell: ({ label }) => <bdi lang="en">{label}</bdi>,
                }),
                columns.custom('name', {
                  labelId: 'Fingerprint.WireName',
                  value: ({ name }) => name,
                  cell: ({ name }) => (
                    <bdi dir="ltr" className="font-mono text-xs wrap-anywhere text-fg-secondary">
                      {name}
                    </bdi>
                  ),
                }),
                columns.custom('value', {
                  labelId: 'Lists.Column.Value',
                  value: ({ value }) => value ?? '',
                  cell: ({ value }) =>
                    value === undefined ? (
                      <span className="text-fg-muted">
                        <FormattedMessage id="Fingerprint.Absent" />
                      </span>
                    ) : (
                      <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                        {value}
                      </bdi>
                    ),
                }),
              ]}
              rows={shown.filter(each => each.category === category)}
              getRowId={({ name }) => name}
            />
          </Card>
        )
      })}
    </div>
  )
}
