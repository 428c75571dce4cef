import { belowMd, Callout, Card, CardHeader, Select, useFormat, useMediaQuery } from '@assay/design-system'
import type { ChartTone } from '@assay/design-system/charts'
import { blankValue, type SummaryShares, type ThreatsReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { attributeName } from '../../../platform/assessments/attribute-labels.ts'
import { type Shares, SharesChart } from '../summary/shares-chart.tsx'
import { keyOfValue } from '../value-keys.ts'
import { useValueName } from '../value-name.ts'
import { EntityTable } from './entity-table.tsx'
import type { ThreatsQuery } from './threats-address.ts'
import type { ThreatsChartsProps } from './threats-charts.tsx'

interface EntityCardProps {
  charts: ThreatsChartsProps
  input: ThreatsQuery
  /** The attribute of the address, or the first one that has values. */
  attribute: string
  /** The attributes, and the paths of the fields, to choose from. */
  offered: readonly string[]
  chosen: string | null
  onAttributeChange: (attribute: string) => void
  onValueChange: (value: string) => void
}

const empty: SummaryShares = { values: [], volumes: [] }

/** Returns a tone of its own for each value of the two charts, in the order of the table, so that it is the same in both. */
function tonesOf(entity: ThreatsReport['entity'] | undefined, places: ReadonlyMap<string, number>) {
  const place = (value: string) => places.get(value) ?? Number.MAX_SAFE_INTEGER
  const values = [...new Set([...(entity?.transactions.values ?? []), ...(entity?.fraud.values ?? [])])]
    .filter(value => value !== '' && value !== entity?.chosen)
    .toSorted((left, right) => place(left) - place(right))
  return new Map(values.map((value, index) => [value, `tint-${index + 1}` as ChartTone]))
}

/** What transactions and fraud are made up of by the values of an attribute. */
export function EntityCard({
  charts,
  input,
  attribute,
  offered,
  chosen,
  onAttributeChange,
  onValueChange,
}: EntityCardProps) {
  const intl = useIntl()
  const format = useFormat()
  // Of one column, the table comes first: it has the choice that the charts show.
  const narrow = useMediaQuery(belowMd)
  const entity = charts.report?.entity
  const nameOf = useValueName(entity?.attribute ?? attribute)
  const title = intl.formatMessage({ id: 'Reports.Threats.Distribution' })
  const places = new Map((entity?.rows ?? []).map(({ value }, index) => [value, index]))
  const tones = tonesOf(entity, places)
  const toneOf = (value: string): ChartTone => (value === chosen ? 'series-4' : (tones.get(value) ?? 'rest'))
  const isBlank =
    entity !== undefined && entity.rows.length > 0 && entity.rows.every(({ value }) => value === blankValue)
  const sharesOf = ({ values, volumes }: SummaryShares): Shares => {
    // The chosen value lies at the base, where its height is read; then the others in the order of the table.
    const rank = (value: string): number =>
      value === chosen ? -1 : value === '' ? Number.MAX_SAFE_INTEGER : (places.get(value) ?? 0)
    const order = values
      .map((value, place) => ({ value, place }))
      .toSorted((left, right) => rank(left.value) - rank(right.value))
    return {
      keys: order.map(({ value }) => ({
        key: keyOfValue(value),
        label: nameOf(value),
        tone: toneOf(value),
      })),
      volumes: volumes.map(each => order.map(({ place }) => each[place] ?? 0)),
    }
  }
  const table = (
    <EntityTable
      entity={entity}
      attribute={entity?.attribute ?? attribute}
      input={input}
      chosen={chosen}
      onChoose={onValueChange}
    />
  )
  return (
    <Card aria-label={title}>
      <CardHeader title={title}>
        <Select
          size="sm"
          className="w-fit max-w-full"
          aria-label={intl.formatMessage({ id: 'Reports.Threats.Entity' })}
          value={attribute}
          onValueChange={value => {
            const found = offered.find(each => each === value)
            if (found) onAttributeChange(found)
          }}
          // An address may name one that is not offered any more.
          options={[...new Set([...offered, attribute])].map(value => ({
            value,
            label: attributeName(intl, value),
          }))}
        />
        <span className="min-w-0 text-xs text-fg-muted">
          {isBlank ? (
            <FormattedMessage id="Reports.Threats.Distribution.Blank" />
          ) : (
            <FormattedMessage id="Reports.Threats.Distribution.Meta" />
          )}
        </span>
      </CardHeader>
      {entity?.countedFrom ? (
        <Callout tone="info" className="mx-4 mbe-3">
          <FormattedMessage
            id="Reports.Threats.CountedFrom"
            values={{ day: <bdi key="day">{format.date(entity.countedFrom, 'UTC')}</bdi> }}
          />
        </Callout>
      ) : null}
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-2 xl:grid-cols-[1fr_1fr_minmax(0,1.6fr)]">
        {narrow ? table : null}
        <div className="min-w-0 ps-4 max-md:pe-4">
          <SharesChart
            {...charts}
            variant="plain"
            level={3}
            name="shares_transactions"
            titleId="Reports.Threats.Share.transactions"
            shares={sharesOf(entity?.transactions ?? empty)}
          />
        </div>
        <div className="min-w-0 max-md:ps-4 max-xl:pe-4">
          <SharesChart
            {...charts}
            variant="plain"
            level={3}
            name="shares_fraud"
            titleId="Reports.Threats.Share.fraud"
            empty={
              <p>
                <FormattedMessage id="Reports.Threats.NoFraud" />
              </p>
            }
            shares={sharesOf(entity?.fraud ?? empty)}
          />
        </div>
        {narrow ? null : table}
      </div>
    </Card>
  )
}
