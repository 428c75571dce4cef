import {
  Button,
  Callout,
  Card,
  CardHeader,
  createColumns,
  SimpleTable,
  StatTile,
  StatTileRow,
} from '@assay/design-system'
import type { ScoreProfit } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { figureColumn } from './figure-column.tsx'
import { MarginField } from './margin-field.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { ChartPlace, ScoreChart } from './score-chart-place.tsx'
import { rangeName } from './scores-address.ts'
import { useScoreTexts } from './use-score-texts.ts'

type Row = ScoreProfit['bins'][number]
const c = createColumns<Row>()
const plotHeight = 240

interface ProfitTabProps extends ScoreAnswer {
  /** In percent; null: that of the tenant. */
  margin: number | null
  onMarginChange: (margin: number) => void
  /** Tries a cut-off against the rules in force. */
  onCutoffTry: (cutoff: number) => void
}

/** The cut-off under which accepting earns most. */
export function ProfitTab({ input, margin, onMarginChange, onCutoffTry, fileName }: ProfitTabProps) {
  const intl = useIntl()
  const texts = useScoreTexts('amount')
  const requested = useDebouncedValue(margin)
  const { data, error, isPlaceholderData, refetch } = useQuery(
    api.reports.scoreProfit.queryOptions({
      input: { ...input, margin: requested },
      placeholderData: keepPreviousData,
    }),
  )
  const text = (id: string) => intl.formatMessage({ id })
  const tiles =
    data === undefined
      ? []
      : [
          {
            label: text('Reports.Scores.Profit.recommended'),
            value: data.bins.length === 0 ? null : String(data.recommendedCutoff),
          },
          { label: text('Reports.Scores.Profit.net'), value: texts.money(data.optimalNetProfit) },
          { label: text('Reports.Scores.Profit.achieved'), value: texts.rate(data.optimalAchieved) },
          { label: text('Reports.Scores.Profit.blocked'), value: texts.rate(data.blockedRate) },
          { label: text('DesignSystem.Chart.FalsePositiveRate'), value: texts.rate(data.falsePositiveRate) },
          { label: text('Reports.Scores.Column.approvedFraudRate'), value: texts.rate(data.approvedFraudRate) },
        ]
  const status = data === undefined ? 'loading' : data.bins.length === 0 ? 'empty' : 'ready'
  if (error && data === undefined) return <QueryError error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-3">
      <MarginField margin={margin ?? data?.margin} onMarginChange={onMarginChange} />
      <Callout tone="info">
        <FormattedMessage id="Reports.Scores.Profit.Immature" />
      </Callout>
      <StatTileRow className="grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {tiles.map(({ label, value }) => (
          <StatTile key={label} label={label} value={value} />
        ))}
      </StatTileRow>
      <Button
        className="self-start print:hidden"
        disabled={data === undefined || data.bins.length === 0 || isPlaceholderData || requested !== margin}
        onClick={() => data && onCutoffTry(data.recommendedCutoff)}
      >
        <FormattedMessage id="Reports.Scores.Try" />
      </Button>
      <ChartPlace title={text('Reports.Scores.Profit.Chart')} height={plotHeight}>
        <ScoreChart
          title={text('Reports.Scores.Profit.Chart')}
          status={status}
          empty={
            <p>
              <FormattedMessage id="Reports.Scores.Profit.None" />
            </p>
          }
          height={plotHeight}
          fileName={`${fileName}_profit`}
          columns={[{ key: 'net', label: text('Reports.Scores.Profit.netProfit'), tone: 'series-1' }]}
          lines={[{ key: 'achieved', label: text('Reports.Scores.Profit.achieved'), tone: 'series-5' }]}
          formatValue={texts.money}
          bridged
          bins={(data?.bins ?? []).map(({ from, netProfit, achieved }) => ({
            from,
            to: from + 9,
            values: { net: netProfit, achieved },
          }))}
          {...(data && data.bins.length > 0 ? { mark: data.recommendedCutoff } : {})}
        />
      </ChartPlace>
      <Card aria-label={text('Reports.Scores.Profit.Table')}>
        <CardHeader title={text('Reports.Scores.Profit.Table')} />
        <SimpleTable
          label={text('Reports.Scores.Profit.Table')}
          loading={data === undefined}
          columns={[
            c.custom('from', {
              labelId: 'Reports.Scores.Bin.range',
              value: row => row.from,
              cell: row => <bdi dir="ltr">{rangeName(row.from)}</bdi>,
            }),
            ...(['netProfit', 'costOfGoodsLost', 'cumulativeNetProfit'] as const).map(id =>
              figureColumn<Row>(
                id,
                `Reports.Scores.Profit.${id}`,
                row => row[id],
                row => texts.money(row[id]),
              ),
            ),
            figureColumn<Row>(
              'achieved',
              'Reports.Scores.Profit.achieved',
              row => row.achieved,
              row => texts.rate(row.achieved),
            ),
          ]}
          rows={data?.bins ?? []}
          getRowId={row => String(row.from)}
          empty={<FormattedMessage id="Reports.Scores.Profit.None" />}
        />
      </Card>
    </div>
  )
}
