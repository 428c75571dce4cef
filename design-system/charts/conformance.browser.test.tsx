import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'
import * as light from './light/index.ts'

const {
  AreaChart,
  BarChart,
  ChartFrame,
  CurveChart,
  DistributionChart,
  FlowChart,
  FunnelChart,
  HeatMapChart,
  ScoreChart,
  StackedBarChart,
  TimeSeriesChart,
} = layer
const { ContributionBars, ScoreBandBar, Sparkline } = light

const start = Date.UTC(2026, 10, 20)
const points = [0, 1, 2, 3].map(i => ({ time: start + i * 86_400_000, values: { a: 3 + i, b: 9 - i } }))
const time = {
  title: '[Events]',
  bucket: 'day' as const,
  timeZone: 'UTC',
  points,
  series: [
    { key: 'a', label: '[First]', tone: 'series-1' as const },
    { key: 'b', label: '[Second]', tone: 'series-2' as const },
  ],
}
const items = [
  { id: '1', label: '[One]', value: 3 },
  { id: '2', label: '[Two]', value: 5 },
]
const bins = [
  { from: 0, to: 499, legitimate: 90, fraud: 1 },
  { from: 500, to: 999, legitimate: 10, fraud: 9 },
]
const curve = [
  { x: 0, y: 0, threshold: 1000 },
  { x: 0.2, y: 0.8, threshold: 500 },
  { x: 1, y: 1, threshold: 0 },
]
/** Months, the zone and abbreviated counts are formatted by `Intl`. */
const allowed = /UTC|Nov|Dec|[kmbt](?=\b)|[KMBT](?=\b)/

testLayerConformance(
  { ...layer, ...light },
  {
    AreaChart: { slot: 'chart-frame', role: 'section', allowed, render: root => <AreaChart {...time} {...root} /> },
    BarChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => <BarChart title="[Bars]" valueLabel="[Events]" items={items} valueLabels {...root} />,
    },
    ChartFrame: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => (
        <ChartFrame
          title="[Frame]"
          summary="[Sentence]"
          table={{ head: '[Name]', columns: [], rows: [] }}
          status="stale"
          timeZone="UTC"
          {...root}
        >
          {() => <span>[Plot]</span>}
        </ChartFrame>
      ),
    },
    ContributionBars: {
      slot: 'contribution-bars',
      role: 'ul',
      render: root => (
        <ContributionBars label="[Why]" contributions={[{ id: '1', label: '[Reason]', points: 4 }]} {...root} />
      ),
    },
    CurveChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => (
        <CurveChart
          title="[Curve]"
          kind="roc"
          models={[{ key: 'm', label: '[Model]', points: curve }]}
          defaultThreshold={500}
          {...root}
        />
      ),
    },
    DistributionChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => (
        <DistributionChart title="[Scores]" bins={bins} defaultThresholds={[600]} saved={[800]} {...root} />
      ),
    },
    FlowChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => <FlowChart {...time} stock={{ key: 'c', label: '[Stock]', tone: 'series-5' }} {...root} />,
    },
    FunnelChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => <FunnelChart title="[Funnel]" valueLabel="[Accounts]" steps={items} {...root} />,
    },
    HeatMapChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => (
        <HeatMapChart
          title="[Heat]"
          valueLabel="[Events]"
          rows={[{ id: 'a', label: '[Monday]' }]}
          columns={[
            { id: '1', label: '[One]' },
            { id: '2', label: '[Two]' },
          ]}
          values={[[1, null]]}
          sortable
          {...root}
        />
      ),
    },
    ScoreBandBar: {
      slot: 'score-band-bar',
      render: root => <ScoreBandBar counts={[4, 3, 2, 1, 0]} href={band => `#${band}`} {...root} />,
    },
    Sparkline: {
      slot: 'sparkline',
      role: 'img',
      render: root => <Sparkline values={[1, 2, 3]} label="[Rising]" {...root} />,
    },
    ScoreChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => (
        <ScoreChart
          title="[Scores]"
          bins={[{ from: 0, to: 9, values: { a: 5, b: 0.5 } }]}
          columns={[{ key: 'a', label: '[Volume]', tone: 'series-1' }]}
          lines={[{ key: 'b', label: '[Rate]', tone: 'series-5' }]}
          {...root}
        />
      ),
    },
    StackedBarChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => <StackedBarChart {...time} {...root} />,
    },
    TimeSeriesChart: {
      slot: 'chart-frame',
      role: 'section',
      allowed,
      render: root => <TimeSeriesChart {...time} brush {...root} />,
    },
  },
)
