import { afterEach, expect, it, vi } from 'vitest'
import { createPresence } from './presence.ts'

afterEach(() => {
  vi.useRealTimers()
})
const ana = { id: 'a', name: 'Ana' }
const ben = { id: 'b', name: 'Ben' }

it('presence lists who looks at a place, and says what is new', () => {
  let now = 1000
  const presence = createPresence(() => now)
  expect([presence.enter('p', ana), presence.enter('p', ben), presence.enter('q', ben)]).toEqual([true, true, true])
  now = 2000
  expect(presence.enter('p', ana)).toBe(false)
  expect(presence.viewers('p')).toEqual([
    { ...ana, since: 1000 },
    { ...ben, since: 1000 },
  ])
  expect([presence.leave('p', 'a'), presence.leave('p', 'a')]).toEqual([true, false])
  expect(presence.viewers('p').map(({ name }) => name)).toEqual(['Ben'])
})

it('presence forgets who reports no more', () => {
  let now = 0
  const presence = createPresence(() => now)
  presence.enter('p', ana)
  now = 44_999
  expect(presence.viewers('p')).toHaveLength(1)
  now = 45_000
  expect(presence.viewers('p')).toEqual([])
  expect(presence.enter('p', ana)).toBe(true)
})

it('presence keeps nobody for a minute, also when nobody asks, and no timer without viewers', () => {
  vi.useFakeTimers()
  const presence = createPresence(() => Date.now())
  presence.enter('p', ana)
  vi.advanceTimersByTime(59_999)
  expect(vi.getTimerCount()).toBe(0)
  expect(presence.viewers('p')).toEqual([])
})

it('presence remembers a bounded number of viewers', () => {
  const presence = createPresence(() => 0)
  for (let number = 0; number < 150; number++) presence.enter('p', { id: `${number}`, name: 'x' })
  expect(presence.viewers('p')).toHaveLength(100)
})
