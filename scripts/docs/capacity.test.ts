import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type BenchResults, capacity, decisionCosts, sizeFor } from './capacity.ts'

const results = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../bench/results.json'), 'utf8'),
) as BenchResults

it('sizes follow from the costs: 0.48 ms and 0.25 ms of processor time', () => {
  const cost = { service: 0.48, database: 0.25 }
  // 600 x 0.48 ms = 0.288 processors, below 0.7: one process and a spare one.
  expect(sizeFor(600, cost)).toEqual({ processes: 2, processors: 2 })
  // 10,000 x 0.48 ms = 4.8 / 0.7 = 6.86: seven and one; 10,000 x 0.25 ms = 2.5 / 0.6 = 4.2: five.
  expect(sizeFor(10_000, cost)).toEqual({ processes: 8, processors: 5 })
})

it('the costs are those of the stored results, of the run with many events where there are two', () => {
  const costs = decisionCosts(results)
  expect(costs).toHaveLength(3)
  for (const { service, database, rate, p50, p99 } of costs) {
    expect(service).toBeGreaterThan(0)
    expect(database).toBeGreaterThan(0)
    expect(rate).toMatch(/^[\d,]+\/s$/)
    for (const time of [p50, p99]) expect(time).toMatch(/^[\d.]+ ms$/)
  }
  const notes = results.sections['entity-history']?.rows.filter(({ name }) => name === '  processor time of a decision')
  expect(notes?.[1]?.note).toContain(
    `service ${costs[2]?.service.toFixed(2)}, database ${costs[2]?.database.toFixed(2)}`,
  )
})

it('the page names machine and commit, and a missing figure is no silent zero', () => {
  const page = capacity(results)
  expect(page).toContain(results.sections['entity-history']?.machine)
  expect(page).not.toMatch(/NaN|undefined|Infinity/)
  expect(() => capacity({ sections: {} })).toThrow('has no processor time of a decision in the section decisions')
})
