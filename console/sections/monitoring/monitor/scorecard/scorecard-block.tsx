import { Card, CardHeader, Heading, lazyPart, SegmentedControl, SkeletonChart, Switch } from '@assay/design-system'
import type { ChartStatus } from '@assay/design-system/charts'
import {
  type AccountScorecard,
  decisions,
  scorecardPeriods,
  type TransactionMonitor,
} from '@assay/risk-service/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { defaultedParameter, flagParameter, useSearchState } from '../../../../platform/router/use-search-state.ts'
import { regionName } from '../../region-name.ts'
import { totalOf } from '../../step-points.ts'
import { useMonitorQuery } from '../../use-monitor-query.ts'

const BarChart = lazyPart(() => import('@assay/design-system/charts').then(module => ({ default: module.BarChart })))
const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)
const CountryMap = lazyPart(() => import('./country-map.tsx').then(module => ({ default: module.CountryMap })))

const periodSchema = { period: defaultedParameter(scorecardPeriods, '24h'), map: flagParameter('1') }
const liveSpans = { '1h': 1500, '24h': 5000 } as const
const plotHeight = 176

type ScorecardKind = NonNullable<TransactionMonitor['scorecard']>
const titlesOf = {
  accounts: ['Bots', 'Scores', 'BotCountries', 'RiskCountries', 'Trend', 'Rules'],
  assessment: ['Bots', 'Trend', 'Rules'],
} as const satisfies Record<ScorecardKind, readonly string[]>
type ChartTitle = (typeof titlesOf)['accounts'][number]

/** Bot and risk figures of the events of the last hour or day; of assessments other than accounts without risk. */
export function ScorecardBlock({ assessment, kind }: { assessment: string; kind: ScorecardKind }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [{ period, map }, setState] = useSearchState(periodSchema)
  const query = useMonitorQuery(
    api.monitoring.scorecard.queryOptions({
      input: { environmentId: environment.id, assessment, period },
      placeholderData: keepPreviousData,
    }),
    assessment,
    liveSpans[period],
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Heading level={2} size="md">
          <FormattedMessage
            id={kind === 'accounts' ? 'Monitoring.Scorecard.Title' : 'Monitoring.Scorecard.Title.assessment'}
          />
        </Heading>
        <SegmentedControl
          label={intl.formatMessage({ id: 'Monitoring.Timescale' })}
          value={period}
          onValueChange={next => setState({ period: next })}
          segments={scorecardPeriods.map(value => ({
            value,
            label: <FormattedMessage id={value === '1h' ? 'Monitoring.Timescale.1h' : 'Dashboard.Period.24h'} />,
          }))}
        />
        {kind === 'accounts' ? (
          <Switch
            label={<FormattedMessage id="Monitoring.Scorecard.Map" />}
            checked={map}
            onCheckedChange={next => setState({ map: next })}
          />
        ) : null}
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <ScorecardCharts
          map={map}
          titles={titlesOf[kind]}
          data={query.data}
          state={query.isError ? (query.data === undefined ? 'error' : 'stale') : 'ready'}
          onRetry={() => void query.refetch()}
        />
      </div>
    </section>
  )
}

interface ChartsProps {
  titles: readonly ChartTitle[]
  /** Countries as maps. */
  map: boolean
  data: AccountScorecard | undefined
  state: 'error' | 'stale' | 'ready'
  onRetry: () => void
}

function ScorecardCharts({ titles, map, data, state, onRetry }: ChartsProps) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  if (data === undefined && state !== 'error')
    return titles.map(title => (
      <Card key={title}>
        <CardHeader title={text(`Monitoring.Scorecard.${title}`)} />
        <div className="px-4 pbe-4">
          <SkeletonChart style={{ blockSize: plotHeight }} />
        </div>
      </Card>
    ))
  const statusOf = (events: number): ChartStatus => (state !== 'ready' ? state : events === 0 ? 'empty' : 'ready')
  const frame = (title: ChartTitle, events: number) => ({
    title: text(`Monitoring.Scorecard.${title}`),
    level: 3 as const,
    height: plotHeight,
    status: statusOf(events),
    empty: <FormattedMessage id="Monitoring.Empty" />,
    onRetry,
    fileName: `scorecard_${title.toLowerCase()}`,
  })
  const buckets = (counts: readonly number[] | undefined) =>
    (counts ?? []).map((value, n) => ({
      id: String(n),
      label: n < 10 ? `${n * 100}–${n * 100 + 99}` : text('DesignSystem.ScoreMeter.Missing'),
      value,
    }))
  const countries = (rows: AccountScorecard['botCountries']) =>
    rows.map(({ country, rate }) => ({
      id: country || '-',
      label: regionName(intl, country),
      value: rate,
    }))
  const events = text('Monitoring.Scorecard.Events')
  const rateLabel = text('Monitoring.Scorecard.CountryRate')
  const points = (data?.steps ?? []).map((start, n) => {
    const total = decisions.reduce((sum, decision) => sum + (data?.decisions[decision][n] ?? 0), 0)
    return {
      time: Date.parse(start),
      values: Object.fromEntries(
        decisions.map(decision => [decision, total === 0 ? null : (data?.decisions[decision][n] ?? 0) / total]),
      ),
    }
  })
  return (
    <Suspense fallback={<SkeletonChart style={{ blockSize: plotHeight }} />}>
      <BarChart
        {...frame('Bots', totalOf(data?.bots ?? []))}
        items={buckets(data?.bots)}
        valueLabel={events}
        orientation="block"
        sort="given"
      />
      {titles.includes('Scores') ? (
        <>
          <BarChart
            {...frame('Scores', totalOf(data?.scores ?? []))}
            items={buckets(data?.scores)}
            valueLabel={events}
            orientation="block"
            sort="given"
          />
          {(['botCountries', 'riskCountries'] as const).map(name => {
            const title = name === 'botCountries' ? 'BotCountries' : 'RiskCountries'
            const found = data?.[name] ?? []
            return map && data !== undefined ? (
              <Suspense key={name} fallback={<SkeletonChart style={{ blockSize: plotHeight }} />}>
                <CountryMap title={text(`Monitoring.Scorecard.${title}`)} countries={found} stale={state === 'stale'} />
              </Suspense>
            ) : (
              <BarChart
                key={name}
                {...frame(title, found.length)}
                meta={<FormattedMessage id="Monitoring.Scorecard.CountryMeta" />}
                items={countries(found)}
                valueLabel={rateLabel}
                unit="share"
                valueLabels
              />
            )
          })}
        </>
      ) : null}
      <TimeSeriesChart
        {...frame('Trend', data?.total ?? 0)}
        meta={text('Monitoring.Share')}
        unit="share"
        bucket="minute"
        timeZone="UTC"
        series={decisions.map(decision => ({
          key: decision,
          label: text(`DesignSystem.Decision.${decision.toLowerCase()}`),
          tone: decision.toLowerCase() as 'approve' | 'review' | 'challenge' | 'reject',
        }))}
        points={points}
      />
      <BarChart
        {...frame('Rules', data?.topRules.length ?? 0)}
        items={(data?.topRules ?? []).map(({ ruleId, rule, clause, decision, events: value }) => ({
          id: `${ruleId ?? ''} ${clause} ${decision}`,
          label: `${ruleId === null ? text('Rules.Experiment.Nothing') : clause === '' ? rule : `${rule} › ${clause}`} (${text(`DesignSystem.Decision.${decision.toLowerCase()}`)})`,
          value,
        }))}
        valueLabel={events}
        valueLabels
      />
    </Suspense>
  )
}
