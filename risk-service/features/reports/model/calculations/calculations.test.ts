import { describe, expect, it } from 'vitest'
import { calculate, fraud, good, record } from '../../testing/calculate.ts'

describe('nothing', () => {
  it.each([
    ['classify', {}, {}],
    ['filterRows', {}, { scoreRange: [0, 999], ids: [] }],
    ['summaryKpis', {}, expect.objectContaining({ transactionVolume: 0, ruleApprovedRate: null, fraudRate: null })],
    [
      'timeSeries',
      { metric: 'transactions', grain: 'month', from: '2025-01-31', to: '2025-02-01' },
      [
        { period: '2025-01-01', volume: 0, rate: null },
        { period: '2025-02-01', volume: 0, rate: null },
      ],
    ],
    ['scoreTable', {}, { noScoreVolume: 0, bins: [] }],
    ['roc', {}, { positives: 0, negatives: 0, points: [], auc: null }],
    ['precisionRecall', {}, { points: [], averagePrecision: null }],
    ['cumulativeDistribution', {}, []],
    ['cutoffForTarget', { target: 'rejectRate', value: 0.1 }, { cutoff: 0, achieved: null }],
    ['cutoffForTarget', { target: 'fraudRate', value: 0 }, { cutoff: 1000, achieved: null }],
    ['decisionRuleTable', {}, []],
    ['observeRuleTable', {}, []],
    ['overlap', {}, { columns: [], rows: [] }],
    ['entityDistribution', { attribute: 'x' }, []],
    ['botCountries', {}, []],
    [
      'performanceMetrics',
      { from: '2025-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' },
      { requests: 0, requestsPerSecond: null, averageLatencyMs: null, successRate: null, errors: [] },
    ],
    ['lpPercentiles', {}, {}],
    ['lpScores', {}, {}],
    ['lpSummary', { threshold: 560 }, { uniqueIds: 0, scoreCount: 0, averageScore: null, top: [], byMonth: [] }],
  ])('%s %j', (name, params, expected) => {
    expect(calculate(name, [], params)).toEqual(expected)
  })
})

describe('figures', () => {
  it('amounts are added without rounding errors', () => {
    const rows = [0.1, 0.2, 0.7].map(amountUsd => record({ amountUsd, decision: 'Approve' }))
    expect(calculate('summaryKpis', rows, { view: 'amount' })).toMatchObject({
      transactionVolume: 1,
      ruleApprovedRate: 1,
    })
    const cents = Array.from({ length: 10_000 }, () => record({ amountUsd: 0.01 }))
    expect(calculate('summaryKpis', cents, { view: 'amount' })).toMatchObject({ transactionVolume: 100 })
  })
  it('a week is named by its Monday, and only days inside the range count', () => {
    const rows = ['2025-06-29', '2025-06-30', '2025-07-02'].map(day => record({ time: `${day}T10:00:00Z` }))
    const series = (grain: string) =>
      calculate('timeSeries', rows, { metric: 'transactions', grain, from: '2025-06-30', to: '2025-07-01' })
    expect(series('week')).toEqual([{ period: '2025-06-30', volume: 1, rate: null }])
    expect(series('month')).toMatchObject([
      { period: '2025-06-01', volume: 1 },
      { period: '2025-07-01', volume: 0 },
    ])
  })
  it('decisions by period are shares of all, also of what has none', () => {
    const rows = [record({ decision: 'Approve' }), record({})]
    expect(
      calculate('timeSeries', rows, { metric: 'decisionDistribution', from: '2025-03-05', to: '2025-03-06' }),
    ).toEqual([
      { period: '2025-03-05', approve: 0.5, reject: 0, review: 0, challenge: 0 },
      { period: '2025-03-06', approve: null, reject: null, review: null, challenge: null },
    ])
  })
  it('fraud by received date counts when it became known', () => {
    const rows = [record(fraud), record(good), record({})]
    expect(calculate('timeSeries', rows, { metric: 'fraudByReceived', from: '2025-03-05', to: '2025-03-06' })).toEqual([
      { period: '2025-03-05', volume: 0, rate: null },
      { period: '2025-03-06', volume: 1, rate: 0.5 },
    ])
  })
})

describe('tables', () => {
  it('equal volumes are in the order of code points', () => {
    const rows = ['b', 'a', 'B', '\u{1F600}', '\uFF5E'].map(value => record({ rule: value, attrs: { key: value } }))
    const order = ['B', 'a', 'b', '\uFF5E', '\u{1F600}']
    expect((calculate('decisionRuleTable', rows) as { rule: string }[]).map(({ rule }) => rule)).toEqual(order)
    expect(
      (calculate('entityDistribution', rows, { attribute: 'key' }) as { value: string }[]).map(({ value }) => value),
    ).toEqual(order)
  })
  it('clauses have shares of everything that a rule decided', () => {
    const rows = [
      record({ rule: 'A', clause: 'x' }),
      record({ rule: 'A' }),
      record({ rule: 'B', clause: 'y' }),
      record({}),
    ]
    expect(calculate('decisionRuleTable', rows)).toMatchObject([
      {
        rule: 'A',
        distribution: 2 / 3,
        clauses: [
          { clause: null, distribution: 1 / 3 },
          { clause: 'x', distribution: 1 / 3 },
        ],
      },
      { rule: 'B', distribution: 1 / 3 },
    ])
  })
  it('a rule that observed twice counts once', () => {
    const observe = [
      { rule: 'O', clause: 'x' },
      { rule: 'O', clause: 'y' },
      { rule: 'O', clause: 'y' },
    ]
    const rows = [
      record({ rule: 'A', clause: 'p', observe, decision: 'Reject' }),
      record({ observe: observe.slice(0, 1) }),
    ]
    expect(calculate('observeRuleTable', rows)).toMatchObject([{ rule: 'O', volume: 2, ruleRejectedRate: 0.5 }])
    expect(calculate('overlap', rows, { level: 'clause' })).toEqual({
      columns: ['A / p'],
      rows: [
        { observe: 'O / x', cells: { 'A / p': 0.5 } },
        { observe: 'O / y', cells: { 'A / p': 1 } },
      ],
    })
  })
  it('values beyond the first ones are one line', () => {
    const rows = ['x', 'x', 'y', null, ''].map(key => record({ attrs: { key }, ...fraud }))
    expect(calculate('entityDistribution', rows, { attribute: 'key', top: 1 })).toEqual([
      { value: '(blank)', volume: 2, share: 0.4 },
      { value: 'others', volume: 3, share: 0.6 },
    ])
    expect(
      calculate('entityDistribution', [...rows, record({})], { attribute: 'key', measure: 'fraud', top: 3 }),
    ).toHaveLength(3)
  })
})
