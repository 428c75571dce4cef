import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { ScoreBin } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { figureColumn } from './figure-column.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { rangeName } from './scores-address.ts'
import { useScoreTexts } from './use-score-texts.ts'

type Row = Pick<ScoreBin, 'volume'> & Partial<ScoreBin>
const c = createColumns<Row>()
const volumes = {
  nonFraudVolume: 'Reports.Scores.Bin.nonFraudVolume',
  fraudVolume: 'Reports.Kpi.fraudVolume',
  sentToBankVolume: 'Reports.Scores.Bin.sentToBankVolume',
} as const
const rates = {
  rejectRate: 'Reports.Kpi.ruleRejectedRate',
  fraudRate: 'Reports.Kpi.fraudRate',
  bankAcceptanceRate: 'Reports.Kpi.bankAcceptanceRate',
} as const

/** One row for each ten scores, and one for what has no score. */
export function BinTable({ report, view }: ScoreAnswer) {
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const title = intl.formatMessage({ id: 'Reports.Scores.Table' })
  // What has no score has a volume and nothing else.
  const rows: Row[] = [
    ...(report?.bins ?? []),
    ...(report && report.noScoreVolume > 0 ? [{ volume: report.noScoreVolume }] : []),
  ]
  const volume = (id: keyof typeof volumes) =>
    figureColumn<Row>(
      id,
      volumes[id],
      row => row[id] ?? null,
      row => (row[id] === undefined ? '' : texts.volume(row[id])),
    )
  const rate = (id: keyof typeof rates) =>
    figureColumn<Row>(
      id,
      rates[id],
      row => row[id] ?? null,
      row => (row[id] === undefined ? '' : texts.rate(row[id])),
    )
  return (
    <Card aria-label={title}>
      <CardHeader title={title} />
      <SimpleTable
        label={title}
        loading={report === undefined}
        skeletonRows={9}
        columns={[
          c.custom('from', {
            labelId: 'Reports.Scores.Bin.range',
            value: row => row.from ?? null,
            cell: row =>
              row.from === undefined ? (
                <FormattedMessage id="DesignSystem.ScoreMeter.Missing" />
              ) : (
                <bdi dir="ltr">{rangeName(row.from)}</bdi>
              ),
          }),
          figureColumn<Row>(
            'volume',
            'Reports.Kpi.transactionVolume',
            row => row.volume,
            row => texts.volume(row.volume),
          ),
          rate('rejectRate'),
          volume('nonFraudVolume'),
          volume('fraudVolume'),
          rate('fraudRate'),
          volume('sentToBankVolume'),
          rate('bankAcceptanceRate'),
        ]}
        rows={rows}
        getRowId={row => String(row.from ?? 'none')}
        empty={<FormattedMessage id="Reports.NoMatch" />}
      />
    </Card>
  )
}
