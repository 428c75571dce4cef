import { expect, it } from 'vitest'
import { createBrownOutGate } from './brown-out-gate.ts'

const now = new Date('2025-11-20T12:00:00.000Z')
const brownOut = (percent: number, id = 'a') => ({ id, percent, endsAt: new Date(now.getTime() + 60_000) })

it.each([
  [10, 1000, 100],
  [1, 1000, 10],
  [1, 99, 0],
])('with %i %% exactly that share of %i calls is refused', (percent, calls, expected) => {
  const gate = createBrownOutGate()
  const refused = Array.from({ length: calls }, () => gate.refuses(brownOut(percent), 'call', now))
  expect(refused.filter(Boolean)).toHaveLength(expected)
})

it('every tenth call is refused, and the one after it passes', () => {
  const gate = createBrownOutGate()
  const refused = Array.from({ length: 21 }, () => gate.refuses(brownOut(10), 'call', now))
  expect(refused.flatMap((each, index) => (each ? [index + 1] : []))).toEqual([10, 20])
})

it('calls, token requests and other brown-outs are counted apart', () => {
  const gate = createBrownOutGate()
  for (let call = 1; call < 10; call += 1) {
    expect(gate.refuses(brownOut(10), 'call', now)).toBe(false)
    expect(gate.refuses(brownOut(10, 'b'), 'call', now)).toBe(false)
  }
  expect(gate.refuses(brownOut(10), 'token', now)).toBe(false)
  expect(gate.refuses(brownOut(10), 'call', now)).toBe(true)
})

it('nothing is refused without a brown-out, nor after its end', () => {
  const gate = createBrownOutGate()
  const ended = { ...brownOut(10), endsAt: now }
  for (let call = 0; call < 20; call += 1) {
    expect(gate.refuses(ended, 'call', now)).toBe(false)
    expect(gate.refuses(null, 'call', now)).toBe(false)
  }
})
