import { describe, expect, it } from 'vitest'
import {
  addCases,
  bandOf,
  type DecidedCases,
  enoughCases,
  estimateSaving,
  isRelevantChange,
  noDecidedCases,
  type SavingLevels,
  savingDefaults,
  scoreBands,
} from './expected-saving.ts'

const levels = (change: Partial<SavingLevels> = {}): SavingLevels => ({
  band: noDecidedCases,
  queue: noDecidedCases,
  environment: noDecidedCases,
  ...change,
})
const cases = (change: Partial<DecidedCases>): DecidedCases => ({ ...noDecidedCases, ...change })
const saving = (of: SavingLevels, action: 'Approve' | 'Reject' = 'Approve', margin = 0.2) => {
  const found = estimateSaving(of, action, margin)
  if (found === null) throw new Error('There is no estimate.')
  return found
}

describe('expected saving per minute', () => {
  it('has the documented values while nothing was measured', () => {
    const found = saving(levels())
    expect(found.change).toEqual({ value: savingDefaults.changeShare, cases: 0, source: 'default' })
    expect(found.right.value).toBe(savingDefaults.rightReject)
    expect(found.minutes.value).toBe(savingDefaults.minutes)
    expect(found.stake).toBeCloseTo(0.8 - 0.2 * 0.2)
    expect(found.perMinute).toBeCloseTo((0.2 * 0.76) / 5)
    expect(saving(levels(), 'Reject').right.value).toBe(savingDefaults.rightApprove)
  })

  it('is the worked example of the documentation', () => {
    const environment = cases({
      decided: 180,
      rejected: 64,
      rejectedKnown: 80,
      rejectedFraud: 79,
      handled: 80,
      minutes: 300,
    })
    const queue = cases({ decided: 80, rejected: 43, handled: 20, minutes: 100 })
    const band = cases({ decided: 20, rejected: 13 })
    const found = saving(levels({ environment, queue, band }))
    // Environment (64 + 20 * 0.2) / 200 = 0.34; queue (43 + 20 * 0.34) / 100 = 0.498; band (13 + 20 * 0.498) / 40.
    expect(found.change.value).toBeCloseTo(0.574)
    expect(found.change).toMatchObject({ cases: 20, source: 'band' })
    // (79 + 20 * 0.8) / 100 = 0.95: 0.95 - 0.05 * 0.2 = 0.94 of the amount is at stake.
    expect(found.right).toMatchObject({ cases: 80, source: 'environment' })
    expect(found.stake).toBeCloseTo(0.94)
    // (300 + 20 * 5) / 100 = 4 minutes in the environment; (100 + 20 * 4) / 40 = 4.5 in the queue.
    expect(found.minutes).toMatchObject({ cases: 20, source: 'queue' })
    expect(found.minutes.value).toBeCloseTo(4.5)
    // An order of 250 USD: 250 * 0.574 * 0.94 / 4.5 = 29.98 USD per minute.
    expect(250 * found.perMinute).toBeCloseTo(29.975, 2)
  })

  it('names the narrowest group with enough cases, and lets few cases move it only a little', () => {
    const environment = cases({ decided: 1000, rejected: 100 })
    const few = cases({ decided: enoughCases - 1, rejected: enoughCases - 1 })
    const wide = saving(levels({ environment }))
    const narrow = saving(levels({ environment, queue: few, band: few }))
    expect(wide.change).toMatchObject({ cases: 1000, source: 'environment' })
    expect(narrow.change).toMatchObject({ cases: 1000, source: 'environment' })
    expect(narrow.change.value).toBeGreaterThan(wide.change.value)
    const enough = cases({ decided: enoughCases, rejected: enoughCases })
    expect(saving(levels({ environment, queue: enough })).change).toMatchObject({ cases: enoughCases, source: 'queue' })
  })

  it('follows the default action: what changes it is worth something', () => {
    const environment = cases({ decided: 980, rejected: 900, approvedKnown: 80, approvedGood: 80 })
    const approve = saving(levels({ environment }), 'Approve')
    const reject = saving(levels({ environment }), 'Reject')
    expect(approve.change.value).toBeCloseTo((900 + 4) / 1000)
    expect(reject.change.value).toBeCloseTo((80 + 4) / 1000)
    // (80 + 20 * 0.95) / 100 = 0.99 right approvals earn a fifth of the amount, and 0.01 lose it.
    expect(reject.stake).toBeCloseTo(0.99 * 0.2 - 0.01)
  })

  it('is nothing where reviews make matters worse, and unknown where the time-out does neither', () => {
    const wrong = cases({ approvedKnown: 1000, approvedGood: 0 })
    expect(saving(levels({ environment: wrong }), 'Reject')).toMatchObject({ stake: 0, perMinute: 0 })
    expect(estimateSaving(levels(), 'None', 0.2)).toBeNull()
  })

  it('counts groups, bands and changes', () => {
    expect(addCases([cases({ decided: 2, minutes: 1.5 }), cases({ decided: 3, rejected: 1 })])).toEqual(
      cases({ decided: 5, rejected: 1, minutes: 1.5 }),
    )
    expect([-1, 199, 200, 799, 800, 999].map(score => bandOf(scoreBands, score))).toEqual([0, 0, 1, 3, 4, 4])
    expect(isRelevantChange(null, 0)).toBe(true)
    expect(isRelevantChange(1, 1.01)).toBe(false)
    expect(isRelevantChange(1, 1.03)).toBe(true)
    expect(isRelevantChange(0, 0)).toBe(false)
  })
})

interface Waiting {
  saving: number
  minutes: number
}
/** Cases with different amounts, bands and handling times; no two save the same per minute. */
const waiting: readonly Waiting[] = [
  { saving: 12, minutes: 3 },
  { saving: 30, minutes: 10 },
  { saving: 7, minutes: 1 },
  { saving: 2, minutes: 4 },
  { saving: 18, minutes: 9 },
  { saving: 5, minutes: 2 },
  { saving: 1, minutes: 6 },
]
const bySaving = waiting.toSorted((a, b) => b.saving / b.minutes - a.saving / a.minutes)
const sum = (of: readonly Waiting[], name: keyof Waiting) => of.reduce((total, each) => total + each[name], 0)

function* ordersOf<T>(values: readonly T[]): Generator<T[]> {
  if (values.length === 0) yield []
  for (const [index, first] of values.entries())
    for (const rest of ordersOf(values.toSpliced(index, 1))) yield [first, ...rest]
}
const choicesOf = <T>(values: readonly T[]): T[][] =>
  Array.from({ length: 2 ** values.length }, (_, bits) => values.filter((_value, index) => bits & (1 << index)))

/** What an order saves in some minutes: cases that are not finished then save nothing. */
function savedIn(order: readonly Waiting[], limit: number): number {
  let [used, saved] = [0, 0]
  for (const each of order) {
    used += each.minutes
    if (used > limit) break
    saved += each.saving
  }
  return saved
}

describe('the order by saving per minute, compared with all others', () => {
  it('saves the most of all orders whenever the minutes end with one of its cases', () => {
    const orders = [...ordersOf(waiting)]
    expect(orders).toHaveLength(5040)
    for (const count of waiting.keys()) {
      const limit = sum(bySaving.slice(0, count + 1), 'minutes')
      const best = Math.max(...orders.map(order => savedIn(order, limit)))
      expect(savedIn(bySaving, limit)).toBe(best)
    }
    // Another order would not do: the largest saving first is worse as soon as time is short.
    const byAmount = waiting.toSorted((a, b) => b.saving - a.saving)
    expect(savedIn(byAmount, 4)).toBeLessThan(savedIn(bySaving, 4))
  })

  it('and reviewing up to the line has the highest net value of all choices of cases', () => {
    for (const costPerMinute of [0.1, 0.4, 1, 2.2, 2.9, 3.5, 8]) {
      const net = (of: readonly Waiting[]) => sum(of, 'saving') - costPerMinute * sum(of, 'minutes')
      const above = bySaving.filter(each => each.saving / each.minutes >= costPerMinute)
      expect(net(above)).toBeCloseTo(Math.max(...choicesOf(waiting).map(net)))
    }
  })
})
