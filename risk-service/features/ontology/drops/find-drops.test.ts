import { describe, expect, it } from 'vitest'
import { type FieldFill, findDrops, isBack } from './find-drops.ts'

const fill = (field: string, recent: [number, number], usual: [number, number]): FieldFill => ({
  field,
  recent: { filled: recent[0], events: recent[1] },
  usual: { filled: usual[0], events: usual[1] },
})
const found = (...fields: FieldFill[]): string[] => findDrops(fields).map(({ field }) => field)

describe('drops of fill rates', () => {
  it('reports a field that is no longer sent, and not one that is sent as usual', () => {
    expect(found(fill('ip', [0, 60], [840, 840]), fill('email', [58, 60], [830, 840]))).toEqual(['ip'])
  })
  it('reports nothing of few events, however uneven they are', () => {
    expect(found(fill('ip', [0, 19], [840, 840]), fill('email', [0, 60], [99, 99]))).toEqual([])
  })
  it('reports no change that is within the usual course, even if its counts are certain', () => {
    expect(found(fill('ip', [600, 1000], [8000, 10_000]))).toEqual([])
  })
  it('a rare field that is absent for an hour is no evidence', () => {
    expect(found(fill('coupon', [0, 30], [20, 840]))).toEqual([])
  })
  it('corrects for many fields: of hundreds that miss by chance, none is reported', () => {
    // One field in thirty misses twice at 8 %: p is 0.012, some of hundreds are that low by chance.
    const fields = Array.from({ length: 300 }, (_, index) =>
      fill(`f${index}`, [index % 30 === 0 ? 0 : 5, 50], [67, 840]),
    )
    expect(found(...fields)).toEqual([])
    expect(found(...fields, fill('gone', [0, 50], [840, 840]))).toEqual(['gone'])
  })
  it('computes the exact probability of the counts', () => {
    // 20 events without and 100 with the field: 1 / C(120, 20), doubled.
    const [drop] = findDrops([fill('ip', [0, 20], [100, 100])])
    let combinations = 1
    for (let n = 1; n <= 20; n++) combinations = (combinations * (100 + n)) / n
    expect((drop?.q ?? 0) * combinations).toBeCloseTo(2, 6)
  })
  it('ends when the field is filled as usual again, and not for want of events', () => {
    const usual = { filled: 840, events: 840 }
    expect(isBack({ filled: 60, events: 60 }, usual)).toBe(true)
    expect(isBack({ filled: 30, events: 60 }, usual)).toBe(false)
    expect(isBack({ filled: 5, events: 5 }, usual)).toBe(false)
  })
})
