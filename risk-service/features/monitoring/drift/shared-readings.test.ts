import { expect, it } from 'vitest'
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
      readings.read(of, key, now, async () => {
        reads.push(key)
        if (fails) throw new Error('no connection')
        return reads.length
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
