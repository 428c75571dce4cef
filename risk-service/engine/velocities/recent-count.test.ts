import { expect, it } from 'vitest'
import { createRecentCount } from './recent-count.ts'

const start = Date.parse('2026-01-05T10:59:00.000Z')

function createBench() {
  let now = start
  return { count: createRecentCount(() => new Date(now)), pass: (minutes: number) => (now += minutes * 60_000) }
}

it('what happened 25 hours ago does not count any more', () => {
  const { count, pass } = createBench()
  expect(count.total()).toBe(0)
  count.add()
  count.add()
  pass(23 * 60)
  count.add()
  expect(count.total()).toBe(3)
  pass(2 * 60)
  expect(count.total()).toBe(1)
  pass(24 * 60)
  expect(count.total()).toBe(0)
})

it('the place of an hour that is over is used again', () => {
  const { count, pass } = createBench()
  for (let n = 0; n < 100; n++) {
    count.add()
    pass(60)
  }
  expect(count.total()).toBe(23)
  count.add()
  expect(count.total()).toBe(24)
  pass(24 * 60)
  count.add()
  expect(count.total()).toBe(1)
})
