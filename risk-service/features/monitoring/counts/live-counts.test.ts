import { beforeEach, expect, it } from 'vitest'
import type { Db } from '../../../ports/database.ts'
import type { StepCount } from './count-events.ts'
import { LiveCounts, slotSeconds } from './live-counts.ts'
import { windowBefore, windowOf } from './monitor-window.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const slot = slotSeconds * 1000
const db = {} as Db
/** Times of events in milliseconds, and the ranges that were counted. */
let events: number[]
let counted: [from: number, to: number][]
let live: LiveCounts
let elapsed: number
beforeEach(() => {
  elapsed = 0
  live = new LiveCounts(() => elapsed)
  counted = []
  // One event a second, for three hours.
  events = Array.from({ length: 3 * 3600 }, (_, n) => start - 2 * 3_600_000 + n * 1000)
})

const countOf = (from: number, to: number): StepCount[] =>
  [
    ...Map.groupBy(
      events.filter(at => at >= from && at < to),
      at => Math.floor(at / slot) * slot,
    ),
  ].map(([each, own]) => ({ start: each, dimension: 'decision', value: 'Approve', events: own.length }))
async function read(at: number, key = 'all') {
  const window = windowOf('1h', new Date(at))
  const rows = await live.read(db, {
    key,
    window,
    present: at,
    count: (from, to) => {
      counted.push([from, to])
      return Promise.resolve(countOf(from, to))
    },
  })
  const expected = countOf(window.start, at + 1).reduce((sum, each) => sum + each.events, 0)
  expect(rows.reduce((sum, each) => sum + each.events, 0)).toBe(expected)
  expect(rows.every(row => row.start % 60_000 === 0 && row.start >= window.start)).toBe(true)
  return rows
}

it('counts a window once, and afterwards what is later than the last closed slot', async () => {
  await read(start)
  await read(start + 1000)
  await read(start + 65_000)
  expect(counted.map(([from, to]) => [(from - start) / 1000, (to - start - 1) / 1000])).toEqual([
    [-59 * 60, 0],
    [-30, 1],
    [-30, 65],
  ])
  counted = []
  await read(start + 66_000)
  expect(counted).toEqual([[start + 30_000, start + 66_001]])
})

it('an event that is written some seconds late is counted, and twice by nobody', async () => {
  await read(start)
  events.push(start - 25_000)
  const rows = await read(start + 2000)
  expect(rows.find(row => row.start === start - 60_000)?.events).toBe(61)
  await Promise.all([read(start + 40_000), read(start + 41_000), read(start + 50_000)])
  await read(start + 51_000)
})

it('an answer for a moment before the last one has its first minute, too', async () => {
  await read(start)
  await read(start + 60_005)
  await read(start + 59_990)
})

it('what was imported into closed minutes is there after five minutes', async () => {
  await read(start)
  const imported = start - 600_000
  events.push(imported)
  elapsed = 5 * 60_000
  const rows = await read(start + 1)
  expect(rows.find(row => row.start === imported)?.events).toBe(61)
})

it('a window before is counted up to its own end', async () => {
  const window = windowBefore(windowOf('1h', new Date(start)))
  const read = (present: number) =>
    live.read(db, {
      key: 'before',
      window,
      present,
      count: (from, to) => {
        counted.push([from, to])
        return Promise.resolve(countOf(from, to))
      },
    })
  const [first, second] = [await read(start), await read(start + 1000)]
  expect(second).toEqual(first)
  expect(counted[1]?.[0]).toBeGreaterThan(window.now - slot)
})

it('different contents and stores share nothing', async () => {
  await read(start)
  await read(start, 'others')
  expect(counted).toHaveLength(2)
  expect(counted[0]).toEqual(counted[1])
  live.forget(db)
  await read(start)
  expect(counted[2]).toEqual(counted[0])
})
