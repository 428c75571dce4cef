import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { beforeEach, expect, test } from 'vitest'
import { createRingRunner } from './ring-runner.ts'

/** A thread without code: tests send what it would send. */
class StubThread extends EventEmitter {
  readonly orders: unknown[] = []
  ended = false
  postMessage(order: unknown): void {
    this.orders.push(order)
  }
  terminate(): Promise<number> {
    this.ended = true
    return Promise.resolve(1)
  }
}
const threads: StubThread[] = []
const startThread = (): Worker => {
  const thread = new StubThread()
  threads.push(thread)
  return thread as unknown as Worker
}
beforeEach(() => {
  threads.length = 0
})

const failing = () => {
  throw new RangeError('No such environment.')
}
const createRunner = (services: { publish?: () => void } = {}) =>
  createRingRunner(
    {} as never,
    { unsearchedTypes: failing, live: { publish: services.publish ?? (() => undefined) } },
    startThread,
  )

test.each([
  ['types', { kind: 'types', environmentId: 'e' }],
  ['a publication', { kind: 'publish', publication: {} }],
])('a thread whose request for %s fails is given up, and the next run has a new one', async (_, message) => {
  const runner = createRunner({ publish: failing })
  const first = runner.run()
  threads[0]?.emit('message', message)
  await expect(first).rejects.toMatchObject({ name: 'RangeError' })
  expect(threads[0]?.ended).toBe(true)
  const second = runner.run()
  expect(threads).toHaveLength(2)
  // The end of the first run, sent before its thread ended, is none of the second one.
  threads[0]?.emit('message', { kind: 'done', more: true })
  threads[0]?.emit('exit', 1)
  threads[1]?.emit('message', { kind: 'done', more: false })
  expect(await second).toBe(false)
})

test('the end of a thread ends its run', async () => {
  const runner = createRunner()
  const run = runner.run()
  threads[0]?.emit('exit', 1)
  await expect(run).rejects.toMatchObject({ name: 'RingThreadEnded' })
  const next = runner.run()
  threads[1]?.emit('message', { kind: 'done', more: false })
  expect(await next).toBe(false)
})

test('a stop during a run ends the run and the thread', async () => {
  const runner = createRunner()
  const run = runner.run()
  await runner.stop()
  threads[0]?.emit('exit', 1)
  await expect(run).rejects.toMatchObject({ name: 'RingThreadEnded' })
  expect(threads[0]?.ended).toBe(true)
})
