import { expect, it } from 'vitest'
import { createDeliveryPace } from './delivery-pace.ts'

/** Works in pieces of ten milliseconds of the processor for some seconds; returns how many pieces that were. */
async function piecesIn(seconds: number, loadAt: (ms: number) => number): Promise<number> {
  let [at, cpu, pieces] = [0, 0, 0]
  const pace = createDeliveryPace({
    cpuMs: () => cpu,
    now: () => at,
    pause: ms => {
      at += ms
      pace.setLoad(loadAt(at))
      return Promise.resolve()
    },
  })
  const { signal } = new AbortController()
  while (at < seconds * 1000) {
    pace.setLoad(loadAt(at))
    await pace.wait(signal)
    at += 10
    cpu += 10
    pieces += 1
  }
  return pieces
}

it('deliveries work without a pause while the service has room', async () => {
  expect(await piecesIn(10, () => 0.5)).toBe(1000)
})

it('they use three percent of a processor while decisions need all of it', async () => {
  const pieces = await piecesIn(100, () => 1)
  expect(pieces).toBeGreaterThan(100 * 3 * 0.95)
  expect(pieces).toBeLessThan(100 * 3 * 1.05)
})

it('they continue at once when the load falls, and not at every fluctuation', async () => {
  const full = 100
  expect(await piecesIn(2, ms => (ms < 1000 ? 1 : 0.5))).toBeGreaterThan(full * 0.7)
  expect(await piecesIn(2, ms => (ms < 500 ? 1 : 0.85))).toBeLessThan(full * 0.2)
})

it('a large piece of work is followed by a second of pauses at most', async () => {
  let [at, cpu] = [0, 0]
  const pace = createDeliveryPace({
    cpuMs: () => cpu,
    now: () => at,
    pause: ms => {
      at += ms
      return Promise.resolve()
    },
  })
  pace.setLoad(1)
  cpu = 5000
  await pace.wait(new AbortController().signal)
  expect(at).toBeGreaterThan(900)
  expect(at).toBeLessThanOrEqual(1000)
})

it('the end of the service ends a pause', async () => {
  const ended = new AbortController()
  let cpu = 0
  const pace = createDeliveryPace({
    cpuMs: () => cpu,
    now: () => 0,
    pause: () => {
      ended.abort()
      return Promise.resolve()
    },
  })
  pace.setLoad(1)
  cpu = 10_000
  await pace.wait(ended.signal)
  expect(ended.signal.aborted).toBe(true)
})
