import { createColumns, DateTime, Heading, SimpleTable } from '@assay/design-system'
import type { BoosterChild } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { MissingValue } from '../missing-value.tsx'
import { useBoosterTexts } from '../use-booster-texts.ts'

const columns = createColumns<BoosterChild>()

/** What each environment below shares, and where that was saved. */
export function ChildTable({ childSettings }: { childSettings: readonly BoosterChild[] }) {
  const intl = useIntl()
  const texts = useBoosterTexts()
  const originOf = ({ environmentId, changed }: BoosterChild): string =>
    changed === null
      ? intl.formatMessage({ id: 'Booster.Origin.None' })
      : changed.origin.environmentId === environmentId
        ? intl.formatMessage({ id: 'Booster.Origin.Own' })
        : changed.origin.name
  return (
    <section className="flex flex-col gap-2">
      <Heading level={2} size="md" className="px-page">
        <FormattedMessage id="Booster.Children" />
      </Heading>
      <SimpleTable
        label={intl.formatMessage({ id: 'Booster.Children' })}
        gutter="page"
        narrow="cards"
        columns={[
          columns.custom('name', {
            labelId: 'Booster.Child',
            rowHeader: true,
            value: ({ name }) => name,
            cell: ({ name }) => <bdi>{name}</bdi>,
          }),
          columns.custom('level', {
            labelId: 'Booster.Shared',
            value: texts.level,
            cell: child => texts.level(child),
          }),
          columns.custom('origin', {
            labelId: 'Booster.Origin',
            value: originOf,
            cell: child => <bdi>{originOf(child)}</bdi>,
          }),
          columns.custom('changed', {
            labelId: 'Booster.State.Since',
            value: ({ changed }) => changed?.at ?? null,
            cell: ({ changed }) => (changed === null ? <MissingValue /> : <DateTime value={changed.at} />),
          }),
          columns.custom('by', {
            labelId: 'Booster.State.By',
            value: ({ changed }) => changed?.by ?? null,
            cell: ({ changed }) => (changed === null ? <MissingValue /> : <bdi>{changed.by}</bdi>),
          }),
        ]}
        rows={childSettings}
        getRowId={({ environmentId }) => environmentId}
      />
    </section>
  )
}
