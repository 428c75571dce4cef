import { describe, expect, it } from 'vitest'
import type { Db } from '../../../ports/database.ts'
import { SharedReadings } from './shared-readings.ts'

const [db, other] = [{} as Db, {} as Db]
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, seconds))

function createReader() {
  const readings = new SharedReadings<number>()
  const reads: string[] = []
  let fails = false
  return {
    reads,
    fail: (next: boolean) => {
      fails = next
    },
    read: (key: string, now = at(0), of = db) =>
      readings.read(of, {
        key,
        now,
        load: async () => {
          reads.push(key)
          if (fails) throw new Error('no connection')
          return reads.length
        },
      }),
  }
}

it('who asks in the same minute shares one reading, and the next minute reads again', async () => {
  const { read, reads } = createReader()
  expect(await Promise.all([read('a'), read('a', at(59))])).toEqual([1, 1])
  expect(await read('a', at(59))).toBe(1)
  expect(await read('a', at(60))).toBe(2)
  expect(reads).toEqual(['a', 'a'])
})

it('other figures and other stores are read apart', async () => {
  const { read, reads } = createReader()
  await Promise.all([read('a'), read('b'), read('a', at(0), other)])
  expect(reads).toEqual(['a', 'b', 'a'])
})

it('a reading that failed is not shared with those who come later', async () => {
  const { read, fail } = createReader()
  fail(true)
  await expect(Promise.all([read('a'), read('a')])).rejects.toThrow('no connection')
  fail(false)
  expect(await read('a')).toBe(2)
})

/** Readings that end when they are let, or when they are cancelled. */
function createSlowReader() {
  const readings = new SharedReadings<number>()
  const started: { signal: AbortSignal; end: (value: number) => void }[] = []
  return {
    started,
    read: (now = at(0)) => {
      const waiter = new AbortController()
      const load = (signal: AbortSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        signal.addEventListener('abort', () => reject(signal.reason))
        started.push({ signal, end: resolve })
        return promise
      }
      const value = readings.read(db, { key: 'a', now, load, signal: waiter.signal })
      return { value, leave: () => waiter.abort(new Error('left')) }
    },
  }
}

describe('a reading that takes long', () => {
  it('goes on while one waits for it, and is cancelled when the last one leaves', async () => {
    const { read, started } = createSlowReader()
    const [first, second] = [read(), read()]
    first.leave()
    await expect(first.value).rejects.toThrow('left')
    expect(started[0]?.signal.aborted).toBe(false)
    second.leave()
    await expect(second.value).rejects.toThrow('left')
    expect(started[0]?.signal.aborted).toBe(true)
    const third = read()
    expect(started).toHaveLength(2)
    started[1]?.end(3)
    expect(await third.value).toBe(3)
  })
  it('who stays receives it, and those who come later in its minute', async () => {
    const { read, started } = createSlowReader()
    const [first, second] = [read(), read()]
    first.leave()
    await expect(first.value).rejects.toThrow('left')
    started[0]?.end(1)
    expect(await second.value).toBe(1)
    expect(await read().value).toBe(1)
    expect(started).toHaveLength(1)
    expect(started[0]?.signal.aborted).toBe(false)
  })
  it('is shared past its minute until it ends', async () => {
    const { read, started } = createSlowReader()
    const [first, second] = [read(), read(at(60))]
    expect(started).toHaveLength(1)
    started[0]?.end(1)
    expect(await Promise.all([first.value, second.value])).toEqual([1, 1])
    const third = read(at(60))
    started[1]?.end(2)
    expect(await third.value).toBe(2)
  })
  it('is not begun by one who has left', async () => {
    const readings = new SharedReadings<number>()
    const load = () => Promise.reject(new Error('read'))
    const signal = AbortSignal.abort(new Error('left'))
    await expect(readings.read(db, { key: 'a', now: at(0), load, signal })).rejects.toThrow('left')
  })
})
