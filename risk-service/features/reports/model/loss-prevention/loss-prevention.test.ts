import { describe, expect, it } from 'vitest'
import { calculate } from '../../testing/calculate.ts'

describe('loss prevention', () => {
  const staff = [
    [0.1, 5, 0, 0.2, 3],
    [0.1, 4, 0, 0.2, 3],
    [0.9, 40, 0, 0.3, 2],
    [0.05, 6, 0, 0.1, 3],
    [0.1, 5, 0, 0.2, 4],
  ].map((values, index) => ({
    id: `s${index + 1}`,
    values: Object.fromEntries(values.map((value, reason) => [`r${reason + 1}`, value])),
  }))
  it('scores are the two largest excesses', () => {
    expect(calculate('lpScores', staff)).toEqual({ s1: 0, s2: 0, s3: 665, s4: 0, s5: 263 })
  })
  it('equal values have no deviation', () => {
    const equal = ['a', 'b', 'c'].map(id => ({ id, values: { r: 0.1 } }))
    expect(calculate('lpScores', equal)).toEqual({ a: 0, b: 0, c: 0 })
  })
  it('equal values share the mean rank', () => {
    const of = (reason: string) => staff.map(({ id, values }) => ({ id, value: values[reason] }))
    expect(calculate('lpPercentiles', of('r2'))).toEqual({ s1: 0.5, s2: 0.2, s3: 1, s4: 0.8, s5: 0.5 })
    expect(calculate('lpPercentiles', of('r3'))).toEqual({ s1: 0.6, s2: 0.6, s3: 0.6, s4: 0.6, s5: 0.6 })
    const many = Array.from({ length: 55 }, (_, id) => ({ id, value: 7 }))
    expect(calculate('lpPercentiles', many)).toMatchObject({ 0: 28 / 55, 54: 28 / 55 })
  })
  it('summaries have the scores inside the range', () => {
    const months = (...scores: [string, number][]) => scores.map(([month, score]) => ({ month, score }))
    const entities = [
      { id: 'b', months: months(['2025-01', 999], ['2025-02', 1], ['2024-12', 999]) },
      { id: 'a', months: months(['2025-02', 560], ['2025-03', 559]) },
      { id: 'c', months: months(['2024-12', 999]) },
      { id: 'd', months: months(['2025-01', 999], ['2025-03', 1]) },
    ]
    expect(calculate('lpSummary', entities, { threshold: 560, monthFrom: '2025-01', monthTo: '2025-03' })).toEqual({
      uniqueIds: 3,
      scoreCount: 6,
      averageScore: 3119 / 6,
      top: [
        { id: 'b', maxScore: 999, averageScore: 500, scoreCount: 2, anomalousMonths: 1 },
        { id: 'd', maxScore: 999, averageScore: 500, scoreCount: 2, anomalousMonths: 1 },
        { id: 'a', maxScore: 560, averageScore: 559.5, scoreCount: 2, anomalousMonths: 1 },
      ],
      byMonth: [
        { month: '2025-01', unlikely: 0, veryLikely: 2 },
        { month: '2025-02', unlikely: 1, veryLikely: 1 },
        { month: '2025-03', unlikely: 2, veryLikely: 0 },
      ],
    })
  })
})
