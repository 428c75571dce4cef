import type { ChartSeries, ChartTone } from '@assay/design-system/charts'
import type { ScoreBin, ScoreReport } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import type { ScoreAnswer } from './score-answer.ts'
import { ChartPlace, ScoreChart } from './score-chart-place.tsx'
import { useScoreTexts } from './use-score-texts.ts'

const plotHeight = 168
type Split = keyof ScoreReport['values']
type ValuesOf = (bin: ScoreBin) => Record<string, number | null>

const decisionTones: Readonly<Record<string, ChartTone>> = {
  Approve: 'approve',
  Review: 'review',
  Challenge: 'challenge',
  Reject: 'reject',
}
const seriesTones = (['1', '7', '5', '4', '3', '2', '6', '8'] as const).map((number): ChartTone => `series-${number}`)

/** The charts over the range of scores; those about banks and later events only where there were some. */
export function ScoreCharts({ report, status, onRetry, view, fileName }: ScoreAnswer) {
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const bins = report?.bins ?? []
  const text = (id: string) => intl.formatMessage({ id })
  const volume = text(`Reports.Volume.${view}`)
  const chart = (name: string) => ({
    title: text(`Reports.Scores.Chart.${name}`),
    status,
    onRetry,
    empty: <p>{text('Reports.Scores.NoScores')}</p>,
    height: plotHeight,
    zoom: true,
    fileName: `${fileName}_${name}`,
    ...(view === 'amount' ? { formatValue: texts.volume } : {}),
  })
  const binsOf = (valuesOf: ValuesOf) => bins.map(bin => ({ from: bin.from, to: bin.from + 9, values: valuesOf(bin) }))
  // Values that do not occur would only fill the legend.
  const seriesOf = (split: Split): (ChartSeries & { place: number })[] =>
    (report?.values[split] ?? [])
      .map((value, place) => ({ value, place }))
      .filter(({ place }) => bins.some(bin => (bin[split][place] ?? 0) > 0))
      .map(({ value, place }, index) => ({
        place,
        key: value === '' ? 'none' : value,
        label: labelOf(split, value),
        tone: decisionTones[value] ?? seriesTones[index % seriesTones.length] ?? 'series-8',
      }))
  const labelOf = (split: Split, value: string): string =>
    value === ''
      ? text(split === 'decisions' ? 'Reports.NoDecision' : 'DesignSystem.Graph.KindsOther')
      : text(
          split === 'decisions'
            ? `DesignSystem.Decision.${value.toLowerCase()}`
            : `Reports.Status.${value.replaceAll(' ', '')}`,
        )
  const shares = (name: string, split: Split) => {
    const series = seriesOf(split)
    return (
      <ChartPlace title={text(`Reports.Scores.Chart.${name}`)} height={plotHeight}>
        <ScoreChart
          {...chart(name)}
          percent
          columns={series}
          bins={binsOf(bin => Object.fromEntries(series.map(({ key, place }) => [key, bin[split][place] ?? 0])))}
        />
      </ChartPlace>
    )
  }
  const rates = (name: string, columns: readonly ChartSeries[], lines: readonly ChartSeries[], valuesOf: ValuesOf) => (
    <ChartPlace title={text(`Reports.Scores.Chart.${name}`)} height={plotHeight}>
      <ScoreChart {...chart(name)} columns={columns} lines={lines} bins={binsOf(valuesOf)} />
    </ChartPlace>
  )
  const decided = seriesOf('decisions').filter(({ key }) => key !== 'none')
  const withBank = report === undefined || bins.some(({ sentToBankVolume }) => sentToBankVolume > 0)
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 print:grid-cols-2">
      {rates('volume', [{ key: 'volume', label: volume, tone: 'series-1' }], [], bin => ({ volume: bin.volume }))}
      {rates(
        'fraud',
        [{ key: 'volume', label: text('Reports.Kpi.fraudVolume'), tone: 'series-6' }],
        [{ key: 'rate', label: text('Reports.Kpi.fraudRate'), tone: 'series-4' }],
        bin => ({ volume: bin.fraudVolume, rate: bin.fraudRate }),
      )}
      {shares('decisions', 'decisions')}
      {rates(
        'decisionRates',
        [{ key: 'volume', label: text('Reports.Scores.Decision'), tone: 'series-1' }],
        decided,
        bin => ({
          volume: decided.reduce((sum, { place }) => sum + (bin.decisions[place] ?? 0), 0),
          ...Object.fromEntries(decided.map(({ key, place }) => [key, bin.decisionRates[place] ?? null])),
        }),
      )}
      {withBank
        ? rates(
            'bank',
            [{ key: 'volume', label: text('Reports.Status.Bankapproved'), tone: 'series-1' }],
            [{ key: 'rate', label: text('Reports.Kpi.bankAcceptanceRate'), tone: 'series-5' }],
            bin => ({ volume: bin.bankApprovedVolume, rate: bin.bankAcceptanceRate }),
          )
        : null}
      {shares('statuses', 'statuses')}
      {report === undefined || report.values.observed.length > 0 ? shares('observed', 'observed') : null}
    </div>
  )
}
