import { describe, expect, it } from 'vitest'
import { calculate, fraud, good, record } from '../../testing/calculate.ts'

describe('scores', () => {
  const scored = (score: number | null, more: object, amountUsd = 1): object => record({ score, amountUsd, ...more })
  it('special scores are in no bin and in no denominator', () => {
    const rows = [scored(0, {}), scored(999, {}), scored(-1, {}), scored(-9, {}), scored(null, {})]
    expect(calculate('scoreTable', rows)).toMatchObject({
      noScoreVolume: 3,
      bins: [
        { bin: '0-9', volume: 1 },
        { bin: '990-999', volume: 1 },
      ],
    })
    expect(calculate('cutoffSimulation', rows, { cutoff: 999 })).toMatchObject({ cutoff: 990, percentAtOrAbove: 0.5 })
    expect(calculate('cutoffSimulation', rows, { cutoff: 1005 })).toMatchObject({ cutoff: 1000, percentAtOrAbove: 0 })
    expect(calculate('cumulativeDistribution', rows)).toEqual([
      { bin: '0-9', atOrAbove: 1, atOrBelow: 0.5 },
      { bin: '990-999', atOrAbove: 0.5, atOrBelow: 1 },
    ])
  })
  it('fraud and non-fraud of equal scores are worth half a pair', () => {
    expect(calculate('roc', [scored(505, fraud), scored(500, good)])).toEqual({
      positives: 1,
      negatives: 1,
      points: [
        { threshold: 1000, fpr: 0, tpr: 0 },
        { threshold: 500, fpr: 1, tpr: 1 },
      ],
      auc: 0.5,
    })
  })
  it('fraud without an amount is no fraud in amounts', () => {
    const rows = [scored(900, fraud, 0), scored(100, good)]
    expect(calculate('roc', rows, { view: 'amount' })).toEqual({ positives: 0, negatives: 1, points: [], auc: null })
    expect(calculate('roc', rows)).toMatchObject({ auc: 1 })
    expect(calculate('precisionRecall', rows, { view: 'amount' })).toEqual({ points: [], averagePrecision: null })
  })
  it('without thresholds there is a row per multiple of ten below 1000', () => {
    const table = calculate('scoreImpact', [scored(500, fraud)]) as { threshold: number }[]
    expect(table.map(({ threshold }) => threshold)).toEqual(Array.from({ length: 100 }, (_, index) => index * 10))
  })
  it('of equal profits the highest cutoff is recommended', () => {
    // At a margin of 30 % three frauds cost as much as seven sales earn, though 0.3 × 7 and 0.7 × 3 differ as numbers.
    const rows = [scored(15, good, 10), scored(25, good, 7), scored(25, fraud, 3), scored(35, fraud, 1)]
    expect(calculate('profitOptimizer', rows, { margin: 0.3 })).toMatchObject({
      bins: [{ bin: '10-19' }, { bin: '20-29', netProfit: 0, cumulativeNetProfit: 3 }, { bin: '30-39' }],
      recommendedCutoff: 30,
      optimalNetProfit: 3,
    })
  })
  it('where accepting never pays, nothing is accepted; where nothing is known, everything', () => {
    const loss = [scored(5, fraud, 10), scored(900, {}, 10)]
    expect(calculate('profitOptimizer', loss)).toMatchObject({
      recommendedCutoff: 0,
      optimalNetProfit: 0,
      optimalAchieved: null,
      blockedRate: 1,
      approvedFraudRate: null,
    })
    expect(calculate('profitOptimizer', [scored(900, {}, 10)])).toMatchObject({
      bins: [],
      recommendedCutoff: 1000,
      blockedRate: 0,
    })
    expect(() => calculate('profitOptimizer', [], { margin: 1 })).toThrow(
      'Enter a profit margin between 1 and 99 percent.',
    )
  })
  it('a target that equals a rate is met', () => {
    const rows = [...[0, 1].map(() => scored(900, {})), scored(100, fraud), ...[0, 1, 2].map(() => scored(50, good))]
    expect(calculate('cutoffForTarget', rows, { target: 'rejectRate', value: 0.3333333333333333 })).toMatchObject({
      cutoff: 110,
    })
    expect(calculate('cutoffForTarget', rows, { target: 'fraudRate', value: 0.25 })).toEqual({
      cutoff: 1000,
      achieved: 0.25,
    })
    expect(calculate('cutoffForTarget', rows, { target: 'fraudRate', value: 0.2 })).toEqual({
      cutoff: 100,
      achieved: 0,
    })
  })
})
