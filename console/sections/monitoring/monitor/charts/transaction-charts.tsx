import { useFormat } from '@assay/design-system'
import { decisions, type TransactionMonitor } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { regionName } from '../../region-name.ts'
import { othersOf, peakOf, type StepSeries, toneOf, totalOf } from '../../step-points.ts'
import { ChartPlace } from './chart-place.tsx'
import { StepChart } from './step-chart.tsx'

interface TransactionChartsProps {
  data: TransactionMonitor | undefined
  /** Counts instead of shares. */
  absolute: boolean
  stale: boolean
  failed: boolean
  onRetry: () => void
}

const minute = 60_000
const none: readonly number[] = []
/** Buckets from this one on are told in words: scores of 800 and above. */
const highBucket = 8

/** Part of a whole; 0 of nothing. */
const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** Volume and distributions of the transactions of a window. */
export function TransactionCharts({ data, absolute, stale, failed, onRetry }: TransactionChartsProps) {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  const total = data?.kpis.transactionVolume ?? 0
  const percent = (part: number, whole = total) => format.percent(share(part, whole))
  const file = (chart: string) => `monitor_${data?.eventType ?? ''}_${chart}_${data?.windowStart.slice(0, 16) ?? ''}`
  const common = { steps: data, stale, failed, onRetry, searchable: data?.branch === null }
  const distribution = { ...common, percent: !absolute, meta: absolute ? undefined : text('Monitoring.Share') }

  const volume: StepSeries[] = [
    { key: 'volume', label: text('Monitoring.ThisWindow'), tone: 'tint-3', counts: data?.volume ?? none },
  ]
  const decided = decisions.map(
    (decision): StepSeries => ({
      key: decision,
      label: text(`DesignSystem.Decision.${decision.toLowerCase()}`),
      tone: decision.toLowerCase() as 'approve' | 'review' | 'challenge' | 'reject',
      counts: data?.decisions[decision] ?? none,
    }),
  )
  const buckets = (counts: readonly (readonly number[])[] | null | undefined): StepSeries[] =>
    (counts ?? []).map((each, n) => ({
      key: `bucket ${n}`,
      label: n < 10 ? `${n * 100}–${n * 100 + 99}` : text('DesignSystem.ScoreMeter.Missing'),
      tone: n < 10 ? (`bucket-${n}` as StepSeries['tone']) : 'rest',
      counts: each,
    }))
  const scores = buckets(data?.scores)
  const bots = buckets(data?.bots)
  const rules: StepSeries[] = [
    ...(data?.rules.top ?? []).map(({ ruleId, rule, clause, counts }, n) => ({
      key: `${ruleId ?? ''} ${clause}`,
      label: ruleId === null ? text('Rules.Experiment.Nothing') : clause === '' ? rule : `${rule} › ${clause}`,
      tone: ruleId === null ? ('rest' as const) : toneOf(n),
      counts,
    })),
    ...othersOf(data?.rules.others, text('Monitoring.Others')),
  ]
  const countries: StepSeries[] = [
    ...(data?.countries?.top ?? []).map(({ country, counts }, n) => ({
      key: country,
      label: regionName(intl, country),
      tone: toneOf(n),
      counts,
    })),
    ...othersOf(data?.countries?.others, text('Monitoring.Others')),
  ]
  const peak = peakOf(data?.volume ?? none)
  const high = (counts: readonly (readonly number[])[] | null | undefined) =>
    (counts ?? []).slice(highBucket, 10).reduce((sum, each) => sum + totalOf(each), 0)
  const scored = (counts: readonly (readonly number[])[] | null | undefined) =>
    (counts ?? []).reduce((sum, each) => sum + totalOf(each), 0)
  const first = (series: readonly StepSeries[]) => ({
    name: series[0]?.label ?? '',
    share: percent(
      totalOf(series[0]?.counts ?? none),
      series.reduce((sum, { counts }) => sum + totalOf(counts), 0),
    ),
  })
  return (
    <>
      <ChartPlace name="volume">
        <StepChart
          {...common}
          title={text('Monitoring.Volume.Title')}
          series={volume}
          fileName={file('volume')}
          {...(data === undefined
            ? {}
            : { compare: { label: text('Monitoring.Before'), values: data.previousVolume } })}
          summary={intl.formatMessage(
            { id: 'Monitoring.Volume.Summary' },
            {
              events: total,
              peak: peak?.count ?? 0,
              when:
                data === undefined || peak === null
                  ? ''
                  : format.dateTime(Date.parse(data.windowStart) + peak.step * data.stepMinutes * minute, 'UTC'),
            },
          )}
        />
      </ChartPlace>
      <ChartPlace name="decisions">
        <StepChart
          {...distribution}
          title={text('Monitoring.Decisions.Title')}
          series={decided}
          fileName={file('decisions')}
          summary={intl.formatMessage(
            { id: 'Monitoring.Decisions.Summary' },
            Object.fromEntries(
              decisions.map(decision => [decision.toLowerCase(), percent(totalOf(data?.decisions[decision] ?? none))]),
            ),
          )}
        />
      </ChartPlace>
      <ChartPlace name="scores">
        <StepChart
          {...distribution}
          title={text('Events.Column.RiskScore')}
          meta={<FormattedMessage id="Monitoring.Buckets" />}
          series={scores}
          fileName={file('scores')}
          summary={intl.formatMessage(
            { id: 'Monitoring.Scores.Summary' },
            { high: percent(high(data?.scores)), none: totalOf(data?.scores[10] ?? none) },
          )}
        />
      </ChartPlace>
      <StepChart
        {...distribution}
        title={text('Monitoring.Rules.Title')}
        meta={<FormattedMessage id="Monitoring.Top" />}
        series={rules}
        fileName={file('rules')}
        summary={intl.formatMessage({ id: 'Monitoring.Top.Summary' }, first(rules))}
      />
      {data?.countries ? (
        <StepChart
          {...distribution}
          title={text('Monitoring.Countries.Title')}
          meta={<FormattedMessage id="Monitoring.Top" />}
          series={countries}
          fileName={file('countries')}
          summary={intl.formatMessage({ id: 'Monitoring.Top.Summary' }, first(countries))}
        />
      ) : null}
      {data?.bots ? (
        <ChartPlace name="bots">
          <StepChart
            {...distribution}
            title={text('Search.Field.botScore')}
            meta={<FormattedMessage id="Monitoring.Buckets" />}
            series={bots}
            fileName={file('bots')}
            summary={intl.formatMessage(
              { id: 'Monitoring.Scores.Summary' },
              {
                high: percent(high(data.bots), scored(data.bots)),
                none: totalOf(data.bots[10] ?? none),
              },
            )}
          />
        </ChartPlace>
      ) : null}
    </>
  )
}
