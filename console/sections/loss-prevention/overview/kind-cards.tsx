import { Card, CardHeader, StatTile, StatTileRow, useFormat } from '@assay/design-system'
import { type LossEntityKind, type LossKindSummary, lossThresholds } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { timeOfMonth } from '../loss-address.ts'
import { ChartPlace, plotHeight, StackedBarChart } from '../loss-charts.tsx'

interface KindCardsProps {
  kind: LossEntityKind
  /** Undefined until it has arrived. */
  summary: LossKindSummary | undefined
}

/** From this amount on a figure is compact. */
const compactFrom = 10_000

/** What anomalous staff or terminals may cost, and how many there are in each month. */
export function KindCards({ kind, summary }: KindCardsProps) {
  const intl = useIntl()
  const format = useFormat()
  const threshold = lossThresholds[kind]
  const title = intl.formatMessage({ id: `LossPrevention.ByMonth.${kind}` })
  const usd = (value: number) => (value >= compactFrom ? format.compactMoney(value, 'USD') : format.money(value, 'USD'))
  const { returnsUsd = 0, discountsUsd = 0 } = summary ?? {}
  const figures = { Returns: returnsUsd, Discounts: discountsUsd, Total: returnsUsd + discountsUsd }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Card className="overflow-clip">
        <CardHeader title={<FormattedMessage id={`LossPrevention.Revenue.${kind}`} />} />
        <StatTileRow className="rounded-none border-0 border-bs">
          {Object.entries(figures).map(([name, value]) => (
            <StatTile
              key={name}
              label={<FormattedMessage id={`LossPrevention.${name}`} />}
              value={usd(value)}
              loading={summary === undefined}
            />
          ))}
        </StatTileRow>
      </Card>
      <ChartPlace title={title}>
        <StackedBarChart
          title={title}
          status={summary ? 'ready' : 'loading'}
          height={plotHeight}
          timeZone="UTC"
          bucket="month"
          fileName={`loss-prevention-${kind}`}
          series={[
            {
              key: 'unlikely',
              label: intl.formatMessage({ id: 'LossPrevention.Band.unlikely' }, { to: threshold - 1 }),
              tone: 'bucket-0',
            },
            {
              key: 'veryLikely',
              label: intl.formatMessage({ id: 'LossPrevention.Band.veryLikely' }, { from: threshold }),
              tone: 'bucket-9',
            },
          ]}
          points={(summary?.byMonth ?? []).map(({ month, unlikely, veryLikely }) => ({
            time: timeOfMonth(month),
            values: { unlikely, veryLikely },
          }))}
        />
      </ChartPlace>
    </div>
  )
}
