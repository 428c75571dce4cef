import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { insertRule } from '../testing/stored-texts.ts'
import { prepareFieldReads } from './prepare-reads.ts'

const text = (n: number): string => `RETURN Reject() WHEN @"totalAmount" > ${n}`
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const [n, environment] of [places.root, places.root, places.eu].entries())
    await insertRule(bench.store.db, { name: `Rule ${n}`, clauses: [text(n)], environmentId: environment })
})
afterAll(() => bench.close())

const noSignal = new AbortController().signal

it('the texts of all environments are read, in slices', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const order: string[] = []
  await prepareFieldReads(bench.store.db, noSignal, {
    read: texts => {
      now += 3
      for (const placed of texts) if (placed.text.includes('totalAmount')) order.push(placed.text)
    },
    rest: async () => {
      order.push('rest')
    },
  })
  expect(order.filter(each => each !== 'rest').toSorted()).toEqual([text(0), text(1), text(2)])
  expect(order).toContain('rest')
})

it('the work ends with the service', async () => {
  const controller = new AbortController()
  let read = 0
  await prepareFieldReads(bench.store.db, controller.signal, {
    read: () => {
      read += 1
      controller.abort()
    },
  })
  expect(read).toBe(1)
})
