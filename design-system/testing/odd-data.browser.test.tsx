import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as charts from '../charts/index.ts'
import * as light from '../charts/light/index.ts'
import * as values from '../data-display/index.ts'
import * as tables from '../data-table/index.ts'
import * as editors from '../editor/index.ts'
import * as feedback from '../feedback/index.ts'
import * as forms from '../forms/index.ts'
import * as graphs from '../graph/index.ts'
import * as maps from '../map/index.ts'
import * as navigation from '../navigation/index.ts'
import * as patterns from '../patterns/index.ts'
import * as primitives from '../primitives/index.ts'
import { renderWithApp } from './render-with-app.tsx'

/*
 * Data is from files, other systems and people. Whatever the value, a component shows it or shows that it cannot: one
 * value must not break a whole page. Types are ignored here, because data need not match them.
 */

afterEach(cleanup)
const any = (value: unknown) => value as never
const nothing = () => undefined

const long = 'x'.repeat(10_000)
/**
 * A family emoji, a letter under twenty marks, half a surrogate pair, both directions at once, names of
 * `Object.prototype`.
 */
const texts = [
  '',
  ' ',
  long,
  '👩‍👩‍👧‍👦🏳️‍🌈',
  `e${'\u0301'.repeat(20)}`,
  '\ud83d',
  'abc \u202e \u05d0\u05d1\u05d2 123',
  '<b>&amp;</b>',
  'constructor',
  '__proto__',
  'toString',
  'a\nb\tc\0d',
  '%',
  '{name}',
  '<<x>>',
]
const numbers = [
  0,
  -0,
  -1,
  -1e21,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  5e-324,
  0.1 + 0.2,
  NaN,
  Infinity,
  -Infinity,
  null,
  undefined,
  '12',
  'twelve',
]
const moments = [
  0,
  -1,
  8.64e15,
  8.64e15 + 1,
  -8.64e15 - 1,
  NaN,
  Infinity,
  null,
  undefined,
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-21T10:00:00',
  '10:00',
  new Date(NaN),
]
/** Texts, as fields of dates contain them. */
const written = moments.filter(each => typeof each === 'string' || each == null)

/** Renders and waits for parts that are loaded or rendered later; returns the errors. */
async function faultsOf(make: () => ReactElement, wait = 0): Promise<string[]> {
  const faults: string[] = []
  const note = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error: unknown = 'reason' in event ? event.reason : (event.error ?? event.message)
    if (/ResizeObserver loop/.test(String(error))) return
    faults.push(String(error))
    event.preventDefault()
  }
  const console_ = vi.spyOn(console, 'error').mockImplementation((...args) => {
    if (/NaN|same key|cannot be|Invalid|Received/.test(args.map(String).join(' ')))
      faults.push(args.map(String).join(' ').slice(0, 300))
  })
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
  try {
    renderWithApp(make())
    await new Promise(resolve => setTimeout(resolve, wait))
  } catch (error) {
    faults.push(String(error))
  }
  cleanup()
  window.removeEventListener('error', note)
  window.removeEventListener('unhandledrejection', note)
  console_.mockRestore()
  return faults
}

function shown(value: unknown): string {
  try {
    return String(JSON.stringify(value) ?? value).slice(0, 120)
  } catch {
    return String(value)
  }
}

/** Tests one component with each of the odd values. */
function never(name: string, odd: readonly unknown[], make: (value: never) => ReactElement, wait = 0) {
  it(name, async () => {
    const found: string[] = []
    for (const value of odd) {
      for (const fault of await faultsOf(() => make(any(value)), wait)) found.push(`${shown(value)}: ${fault}`)
    }
    expect(found).toEqual([])
  })
}

describe('values', () => {
  const {
    ActivityTimeline,
    CopyableId,
    DateTime,
    DecisionBadge,
    KeyValue,
    KeyValueList,
    Money,
    NumberText,
    RelativeTime,
    ScoreMeter,
    StatTile,
    StatusBadge,
    Tree,
  } = values
  never('StatusBadge', texts, status => <StatusBadge status={status} />)
  never('DecisionBadge', texts, decision => <DecisionBadge decision={decision} overridden={decision} />)
  never('NumberText', numbers, value => (
    <>
      <NumberText value={value} />
      <NumberText value={value} shape="percent" />
      <NumberText value={value} shape="compact" />
    </>
  ))
  never('Money', numbers, amount => <Money amount={amount} currency="EUR" />)
  never('Money in a currency', [...texts, 'XXX', 'eur', 'EURO', '123'], currency => (
    <Money amount={1.5} currency={currency} />
  ))
  never('DateTime', moments, value => (
    <>
      <DateTime value={value} zone />
      <DateTime value={value} timeZone={any('Mars/Olympus')} />
    </>
  ))
  never('RelativeTime', moments, value => <RelativeTime value={value} />)
  never('ScoreMeter', numbers, value => (
    <>
      <ScoreMeter value={value} band />
      <ScoreMeter value={value} variant="large" />
      <ScoreMeter value={500} previous={value} />
    </>
  ))
  never('StatTile', texts, value => <StatTile label={value} value={value} />)
  never('CopyableId', texts, value => <CopyableId value={value} label="Id" />)
  never('KeyValue', [...texts, null, undefined, 0, NaN], value => (
    <KeyValueList>
      <KeyValue term="Term">{value}</KeyValue>
    </KeyValueList>
  ))
  never('ActivityTimeline', moments, at => (
    <ActivityTimeline
      label="Activity"
      entries={[
        { id: 'a', kind: 'system', at, text: long },
        { id: 'b', kind: any('constructor'), at, text: '' },
      ]}
    />
  ))
  never(
    'Tree',
    [
      [],
      [{ id: '', name: '' }],
      [{ id: '__proto__', name: long, children: [] }],
      [{ id: 'a', name: 'A', children: [{ id: 'b', name: 'B', status: 'constructor' }] }],
    ],
    nodes => <Tree label="Tree" nodes={nodes} selected={['gone']} expanded={['gone', 'a']} />,
  )
})

describe('primitives', () => {
  const { Avatar, Badge, Kbd, Tag } = primitives
  never('Avatar', texts, name => <Avatar name={name} />)
  never('Badge', texts, text => <Badge>{text}</Badge>)
  never('Kbd', [...texts, 'Mod+K', 'Shift+', '+'], keys => <Kbd keys={keys} />)
  never('Tag', texts, text => (
    <Tag name={text} onRemove={nothing}>
      {text}
    </Tag>
  ))
})

describe('forms', () => {
  const {
    Combobox,
    DateField,
    DateRangePicker,
    FileDrop,
    MultiSelect,
    NumberInput,
    RangeSlider,
    Select,
    Slider,
    TagInput,
  } = forms
  const twice = [
    { value: 'a', label: 'A' },
    { value: 'b', label: long },
    { value: '__proto__', label: '' },
  ]
  never('NumberInput', numbers, value => <NumberInput aria-label="Number" value={value} onValueChange={nothing} />)
  never('NumberInput with limits', numbers, limit => (
    <NumberInput aria-label="Number" defaultValue={5} min={limit} max={limit} step={limit} />
  ))
  never(
    'Slider',
    numbers.filter(each => typeof each !== 'string'),
    value => <Slider aria-label="Slider" value={value} onValueChange={nothing} />,
  )
  never(
    'RangeSlider',
    [
      [9, 1],
      [NaN, NaN],
      [-1e9, 1e9],
      [0, 0],
    ],
    value => <RangeSlider aria-label="Range" thumbLabels={['Least', 'Most']} value={value} onValueChange={nothing} />,
  )
  never('Select', texts, value => <Select aria-label="Select" options={twice} value={value} onValueChange={nothing} />)
  never('Combobox', texts, value => (
    <Combobox aria-label="Combobox" options={twice} value={value} onValueChange={nothing} />
  ))
  never('MultiSelect', texts, value => (
    <MultiSelect aria-label="Several" options={twice} value={[value, 'gone', 'a']} onValueChange={nothing} />
  ))
  never('TagInput', texts, tag => <TagInput aria-label="Tags" value={[tag, 'a']} onValueChange={nothing} />)
  never('DateField', written, value => <DateField aria-label="Day" value={value} onValueChange={nothing} />)
  never(
    'DateRangePicker',
    [
      ...written.map(from => ({ kind: 'absolute', from, to: from })),
      { kind: 'absolute', from: '2026-11-22', to: '2026-11-21' },
      { kind: 'relative', amount: NaN, unit: 'hour' },
      { kind: 'relative', amount: -4, unit: 'hour' },
      { kind: 'relative', amount: 1e12, unit: 'day' },
      { kind: 'relative', amount: 3, unit: 'fortnight' },
      null,
    ],
    value => <DateRangePicker aria-label="Period" value={value} onValueChange={nothing} />,
  )
  never('FileDrop', [NaN, -1, 1e30, null], size => (
    <FileDrop
      label="Files"
      onFilesAdd={nothing}
      onRemove={nothing}
      files={[
        { id: 'a', name: long, size, state: { kind: 'uploading', fraction: size, bytesPerSecond: size } },
        { id: 'b', name: '', size, state: { kind: 'done', accepted: size, rejected: size } },
      ]}
    />
  ))
})

describe('feedback and navigation', () => {
  const { NotificationList, Progress } = feedback
  const { Breadcrumbs, EnvironmentSwitcher, Pagination, Stepper } = navigation
  never('Progress', numbers, value => <Progress label="Progress" value={value} />)
  never('NotificationList', texts, text => (
    <NotificationList
      notifications={[{ id: 'a', tone: any(text), title: text, text, time: text }]}
      onRead={nothing}
      onDismiss={nothing}
    />
  ))
  never('Pagination', numbers, value => (
    <Pagination
      page={value}
      pageCount={value}
      onPageChange={nothing}
      range={{ from: value, to: value, total: value }}
    />
  ))
  never(
    'Pagination beyond its end',
    [
      [9, 3],
      [0, 0],
      [-1, 5],
      [3, 1e9],
    ],
    ([page, pageCount]: [number, number]) => <Pagination page={page} pageCount={pageCount} onPageChange={nothing} />,
  )
  never('Breadcrumbs', texts, label => (
    <Breadcrumbs
      items={[
        { id: 'a', label, href: '#' },
        { id: 'b', label },
      ]}
    />
  ))
  never('Stepper', texts, state => <Stepper label="Steps" current="gone" steps={[{ id: 'a', label: state, state }]} />)
  never('EnvironmentSwitcher', texts, value => (
    <EnvironmentSwitcher environments={[{ id: 'a', name: value }]} value={value} onValueChange={nothing} />
  ))
})

describe('table', () => {
  const { DataTable, SimpleTable, createColumns } = tables
  const c = createColumns<{ id: string; value: never }>()
  const value = (row: { value: never }) => row.value
  const plain = { labelId: 'DesignSystem.Story.Customer', value, sortable: true } as const
  const columns = [
    c.text('text', { ...plain, rowHeader: true }),
    c.number('number', plain),
    c.percent('percent', plain),
    c.money('money', { ...plain, currency: () => 'XXX' }),
    c.dateTime('time', plain),
    c.relativeTime('ago', { ...plain, now: () => 0 }),
    c.score('score', plain),
    c.decision('decision', plain),
    c.status('status', plain),
    c.tags('tags', { labelId: 'DesignSystem.Story.Customer', value: row => any([row.value]) }),
    c.country('country', plain),
  ]
  const ofNumbers = columns.filter(({ id }) => ['number', 'percent', 'money', 'time', 'ago', 'score'].includes(id))
  for (const [name, odd, all] of [
    ['numbers', numbers.filter(each => !Number.isNaN(each)), columns],
    ['what is no number', [NaN, 0 / 0], ofNumbers],
    ['times', moments.filter(each => !(each instanceof Date) && !Number.isNaN(each)), columns],
    ['texts', texts, columns],
  ] as const) {
    it(`the table shows ${name} in every column that may have it, sorted by any`, async () => {
      const rows = odd.map((each, index) => ({ id: String(index), value: any(each) }))
      const found: string[] = []
      for (const { id } of [{ id: '' }, ...all]) {
        found.push(
          ...(
            await faultsOf(
              () => (
                <DataTable
                  label="Rows"
                  columns={all}
                  rows={rows}
                  getRowId={row => row.id}
                  processing="client"
                  sorting={id === '' ? [] : [{ id, desc: true }]}
                  onSortingChange={nothing}
                />
              ),
              30,
            )
          ).map(fault => `${id}: ${fault}`),
        )
      }
      found.push(
        ...(await faultsOf(() => <SimpleTable label="Rows" columns={all} rows={rows} getRowId={row => row.id} />)),
      )
      expect(found).toEqual([])
    })
  }
})

describe('charts', () => {
  const {
    AreaChart,
    BarChart,
    CurveChart,
    DistributionChart,
    FlowChart,
    FunnelChart,
    HeatMapChart,
    ScoreChart,
    StackedBarChart,
    TimeSeriesChart,
  } = charts
  const { ContributionBars, ScoreBandBar, Sparkline } = light
  const start = Date.UTC(2026, 10, 20)
  const odd = numbers.filter(each => typeof each !== 'string')
  const series = [
    { key: 'a', label: '', tone: any('constructor') },
    { key: '__proto__', label: long, tone: 'series-1' as const },
  ]
  const time = (each: number) => ({
    title: 'Events',
    bucket: 'day' as const,
    timeZone: 'UTC',
    series,
    points: [0, 1, 2].map(index => ({ time: start + index * 86_400_000, values: { a: index === 1 ? each : index } })),
  })
  never('TimeSeriesChart', odd, each => <TimeSeriesChart {...time(each)} brush />, 20)
  never(
    'TimeSeriesChart at times',
    [[], [NaN, NaN], [8.64e15, 9e15], [start, 0]],
    (times: number[]) => (
      <TimeSeriesChart {...time(any(1))} points={times.map(at => ({ time: at, values: { a: 1 } }))} />
    ),
    20,
  )
  never('AreaChart', odd, each => <AreaChart {...time(each)} />, 20)
  never('FlowChart', odd, each => <FlowChart {...time(each)} stock={series[1]!} />, 20)
  never(
    'ScoreChart',
    odd,
    each => (
      <ScoreChart
        title="Scores"
        bins={[0, 1].map(index => ({ from: index * 10, to: index * 10 + 9, values: { a: each, __proto__: 1 } }))}
        columns={[series[0]!]}
        lines={[series[1]!]}
      />
    ),
    20,
  )
  never('StackedBarChart', odd, each => <StackedBarChart {...time(each)} />, 20)
  never(
    'BarChart',
    odd,
    each => (
      <BarChart
        title="Bars"
        valueLabel="Events"
        valueLabels
        items={[
          { id: 'a', label: '', value: each },
          { id: 'b', label: long, value: 1 },
        ]}
      />
    ),
    20,
  )
  never(
    'FunnelChart',
    odd,
    each => (
      <FunnelChart
        title="Funnel"
        valueLabel="Events"
        steps={[
          { id: 'a', label: '', value: each },
          { id: 'b', label: long, value: each },
        ]}
      />
    ),
    20,
  )
  never(
    'CurveChart',
    odd,
    each => (
      <CurveChart
        title="Curve"
        kind="roc"
        models={[{ key: 'm', label: 'Model', points: [{ x: each, y: each, threshold: each }] }]}
        defaultThreshold={each}
      />
    ),
    20,
  )
  never(
    'CurveChart without points',
    [[]],
    points => <CurveChart title="Curve" kind="precision-recall" models={[{ key: 'm', label: 'Model', points }]} />,
    20,
  )
  never(
    'DistributionChart',
    odd,
    each => (
      <DistributionChart
        title="Scores"
        bins={[
          { from: 0, to: 499, legitimate: each, fraud: each },
          { from: 500, to: 999, legitimate: 1, fraud: 2 },
        ]}
        defaultThresholds={[each]}
        saved={[each]}
      />
    ),
    20,
  )
  never(
    'DistributionChart without bins',
    [[]],
    bins => <DistributionChart title="Scores" bins={bins} defaultThresholds={[600]} />,
    20,
  )
  never(
    'HeatMapChart',
    odd,
    each => (
      <HeatMapChart
        title="Heat"
        valueLabel="Events"
        rows={[
          { id: 'a', label: '' },
          { id: 'b', label: long },
        ]}
        columns={[{ id: '1', label: 'One' }]}
        values={[[each]]}
        sortable
      />
    ),
    20,
  )
  never('ContributionBars', odd, points => (
    <ContributionBars label="Why" contributions={[{ id: 'a', label: long, points }]} />
  ))
  never('ScoreBandBar', odd, each => <ScoreBandBar counts={[each, 1, each, 0, 0]} />)
  never('Sparkline', odd, each => (
    <>
      <Sparkline values={[each]} label="Line" />
      <Sparkline values={[1, each, 2]} label="Line" />
      <Sparkline values={[]} label="Line" />
    </>
  ))
})

describe('graph and map', () => {
  const node = (more: object) => any({ id: 'a', kind: 'user', label: 'A', ...more })
  never(
    'GraphCanvas',
    [
      { nodes: [], edges: [] },
      {
        nodes: [node({})],
        edges: [
          { source: 'a', target: 'gone', relation: 'used' },
          { source: 'gone', target: 'gone', relation: 'used' },
        ],
      },
      { nodes: [node({}), node({ label: 'twice' })], edges: [{ source: 'a', target: 'a', relation: 'used' }] },
      {
        nodes: [
          node({ kind: 'constructor', label: long, score: NaN, time: NaN }),
          node({ id: '', label: '', score: 1e9, time: 9e15 }),
        ],
        edges: [
          { source: 'a', target: '', relation: '__proto__' },
          { source: 'a', target: '', relation: 'used' },
        ],
      },
    ],
    data => <GraphCanvas label="Links" defaultView="both" data={data} />,
    400,
  )
  const { GraphCanvas } = graphs
  never(
    'GeoMap',
    [
      { points: [] },
      { points: [{ id: 'a', kind: 'ip', label: long, longitude: NaN, latitude: NaN }] },
      { points: [{ id: 'a', kind: 'constructor', label: '', longitude: 999, latitude: -999 }] },
      {
        points: [
          { id: 'a', kind: 'ip', label: 'A', longitude: 1, latitude: 2 },
          { id: 'a', kind: 'ip', label: 'A', longitude: 1, latitude: 2 },
        ],
        arcs: [
          { id: 'x', from: 'a', to: 'gone' },
          { id: 'x', from: 'a', to: 'a' },
        ],
      },
      {
        points: [],
        regions: [
          { code: '__proto__', value: NaN },
          { code: 'DE', value: -1 },
          { code: 'DE', value: 1e300 },
        ],
      },
    ],
    data => (
      <GeoMap
        label="Places"
        defaultView="both"
        {...(any(data) as object)}
        points={any((data as { points: unknown }).points)}
      />
    ),
    400,
  )
  const { GeoMap } = maps
})

describe('editors', () => {
  const { CodeEditor, DiffViewer, JsonViewer, RecordDiffViewer } = editors
  const circle: Record<string, unknown> = {}
  circle['itself'] = circle
  let deep: unknown = 1
  for (let level = 0; level < 5_000; level++) deep = [deep]
  never(
    'JsonViewer',
    [undefined, null, NaN, circle, deep, 10n, { '': '', [long]: long, ['__proto__']: 1, 'a.b[0]': 1 }, ...texts],
    value => <JsonViewer label="Payload" value={value} />,
    20,
  )
  never('DiffViewer', texts, text => <DiffViewer label="Diff" before={text} after="x" />, 50)
  never('RecordDiffViewer', [{}, { a: undefined }, { a: NaN, b: null }, { ['__proto__']: 1 }, { a: deep }], record => (
    <RecordDiffViewer label="Record" before={record} after={{ a: 1 }} nameOf={String} />
  ))
  never(
    'CodeEditor',
    texts,
    text => (
      <CodeEditor
        label="Code"
        value={text}
        diagnostics={[
          { from: -5, to: 1e9, severity: 'error', message: long },
          { from: 9, to: 2, severity: any('constructor'), message: '' },
          { from: NaN, to: NaN, severity: 'warning', message: '' },
        ]}
      />
    ),
    50,
  )
})

describe('patterns', () => {
  const { CaseHeader, FilterBar, QueryBuilder } = patterns
  const fields = [
    { id: 'amount', label: 'Amount', kind: 'number' as const, operators: [{ id: 'gte', label: 'at least' }] },
    { id: 'day', label: 'Day', kind: 'date' as const, operators: [{ id: 'on', label: 'on' }] },
  ]
  const conditions = texts.flatMap(text => [
    { id: 'a', field: text, operator: 'gte', values: [text] },
    { id: 'a', field: 'amount', operator: text, values: [] },
    { id: 'a', field: 'day', operator: 'on', values: [text, text] },
  ])
  never('FilterBar', conditions, condition => <FilterBar fields={fields} value={[condition]} onValueChange={nothing} />)
  never('QueryBuilder', conditions, condition => (
    <QueryBuilder
      fields={fields}
      value={{ id: 'root', mode: 'all', items: [condition] }}
      onValueChange={nothing}
      sentence
    />
  ))
  never('CaseHeader', numbers, value => (
    <CaseHeader
      typeLabel={long}
      recordId=""
      onBack={nothing}
      amount={{ amount: value, currency: 'EUR' }}
      score={value}
      decision={any('constructor')}
    />
  ))
})
