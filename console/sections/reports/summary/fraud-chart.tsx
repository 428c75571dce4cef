import { useFormat } from '@assay/design-system'
import { fewestNowcastFrauds, type ReportGrain, type SummaryReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { type ChartsProps, MetricChart } from './metric-chart.tsx'

type Nowcast = SummaryReport['nowcast']
const noNowcast: Nowcast = { refusal: null, frauds: 0, periods: [] }

/** Start of the first of the periods at the end whose labels are still arriving, in milliseconds; undefined: none. */
export function arrivingFrom(report: SummaryReport | undefined): number | undefined {
  const flags = report?.nowcast.periods.map(({ arriving }) => arriving) ?? []
  const start = report?.periods[flags.lastIndexOf(false) + 1]?.start
  return start === undefined || !flags.includes(true) ? undefined : Date.parse(`${start}T00:00:00Z`)
}

/** Volume and rate of fraud, with the rate that is expected once every label has come. */
export function FraudChart(props: ChartsProps) {
  const intl = useIntl()
  const { report, grain, status } = props
  const { periods } = report?.nowcast ?? noNowcast
  const isExpected = periods.some(({ expected }) => expected !== null)
  return (
    <MetricChart
      {...props}
      metric="fraud"
      changingFrom={arrivingFrom(report)}
      note={report !== undefined && status === 'ready' ? <Sentence report={report} grain={grain} /> : null}
      {...(isExpected
        ? {
            expectation: {
              line: { key: 'expected', label: intl.formatMessage({ id: 'Reports.Nowcast.Rate' }), tone: 'series-2' },
              low: { key: 'low', label: intl.formatMessage({ id: 'Reports.Nowcast.Low' }) },
              high: { key: 'high', label: intl.formatMessage({ id: 'Reports.Nowcast.High' }) },
            },
            more: periods.map(({ expected, low, high }) => ({ expected, low, high })),
          }
        : {})}
    />
  )
}

/** What the latest period with an expectation is at, and will be at; or why nothing is expected. */
function Sentence({ report, grain }: { report: SummaryReport; grain: ReportGrain }) {
  const intl = useIntl()
  const format = useFormat()
  const { refusal, frauds, periods } = report.nowcast
  if (refusal === 'noBank') return <FormattedMessage id="Reports.Nowcast.NoBank" />
  if (refusal === 'otherSignals') return <FormattedMessage id="Reports.Nowcast.OtherSignals" />
  if (refusal === 'fewFrauds')
    return <FormattedMessage id="Reports.Nowcast.FewFrauds" values={{ count: frauds, needed: fewestNowcastFrauds }} />
  if (!periods.some(({ arriving }) => arriving)) return null
  const latest = periods.findLastIndex(({ expected }) => expected !== null)
  const [period, start] = [periods[latest], report.periods[latest]?.start]
  if (period === undefined || period.expected === null || start === undefined)
    return <FormattedMessage id="Reports.Nowcast.TooEarly" />
  const date =
    grain === 'month'
      ? intl.formatDate(`${start}T00:00:00Z`, {
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
          numberingSystem: 'latn',
        })
      : format.date(start, 'UTC')
  const rate = report.series.fraud[latest]?.rate ?? null
  const now = rate === null ? '–' : format.percent(rate)
  const margin = intl.formatNumber((period.margin ?? 0) * 100, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  })
  return (
    <>
      <FormattedMessage
        id="Reports.Nowcast.Sentence"
        values={{
          period: intl.formatMessage({ id: 'Reports.Nowcast.Period' }, { grain, date }),
          now: <bdi key="now">{now}</bdi>,
          expected: <bdi key="expected">{format.percent(period.expected)}</bdi>,
          margin: <bdi key="margin">{intl.formatMessage({ id: 'Dashboard.Change.Points' }, { points: margin })}</bdi>,
        }}
      />{' '}
      <FormattedMessage id="Reports.Nowcast.Arriving" />
    </>
  )
}
