import { expect, it } from 'vitest'
import { startDutyCycle } from './duty-cycle.ts'

const burn = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('work rests after each slice at least as long as the slice took, and a rest is no work', async () => {
  const rests: number[] = []
  const next = startDutyCycle({
    rest: milliseconds => {
      rests.push(milliseconds)
      burn(30)
      return Promise.resolve()
    },
  })
  burn(20)
  expect(await next()).toBe(true)
  expect(await next()).toBe(true)
  expect(rests[0]).toBeGreaterThanOrEqual(20)
  expect(rests[1]).toBeLessThan(20)
})

it('a run ends without a rest when its time is over', async () => {
  const next = startDutyCycle({ runMs: 0, rest: () => Promise.reject(new Error('rested')) })
  expect(await next()).toBe(false)
})
