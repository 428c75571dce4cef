import { describe, expect, test } from 'vitest'
import { createPendingSums } from './pending-sums.ts'

interface Count {
  key: string
  calls: number
}

/** Creates sums over a store that can be unreachable. */
function setUp() {
  const store = { away: false, written: [] as Count[] }
  const logged: string[] = []
  const sums = createPendingSums<Count>({
    log: { write: (_level, event) => void logged.push(event) },
    event: 'not-written',
    write: async taken => {
      await Promise.resolve()
      if (store.away) throw new Error('away')
      store.written.push(...taken.map(each => ({ ...each })))
    },
    merge(into, { calls }) {
      into.calls += calls
    },
  })
  const count = (key: string) => {
    const sum = sums.getOrCreate(key, () => ({ key, calls: 0 }))
    if (sum) sum.calls += 1
    return sum !== null
  }
  return { store, logged, count, flush: sums.flush }
}

describe('sums that wait to be written', () => {
  test('sums that wait to be written are written once, a row for each key', async () => {
    const { store, count, flush } = setUp()
    for (const key of ['a', 'b', 'a']) count(key)
    await flush()
    await flush()
    expect(store.written).toEqual([
      { key: 'a', calls: 2 },
      { key: 'b', calls: 1 },
    ])
  })

  test('sums that wait to be written wait for a store that is away and lose nothing', async () => {
    const { store, logged, count, flush } = setUp()
    count('a')
    store.away = true
    const flushed = flush()
    count('a')
    count('b')
    await flushed
    expect(logged).toEqual(['not-written'])
    store.away = false
    await flush()
    expect(store.written.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'a', calls: 2 },
      { key: 'b', calls: 1 },
    ])
  })

  test('sums that wait to be written are bounded: what is new is left out once there are too many, what is known goes on', () => {
    const { count } = setUp()
    for (let key = 0; key < 5000; key++) expect(count(`${key}`)).toBe(true)
    expect(count('one more')).toBe(false)
    expect(count('4999')).toBe(true)
  })
})
