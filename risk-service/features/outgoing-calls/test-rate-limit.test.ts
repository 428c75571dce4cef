import { expect, it } from 'vitest'
import { assertTestRate, createTestLimiter } from './test-rate-limit.ts'

it('a person makes 30 tests in any minute, whatever others and other services do', () => {
  let now = 1_000_000
  const testLimiter = createTestLimiter(() => now)
  const test = (id: string, limiter = testLimiter) => {
    assertTestRate({ testLimiter: limiter, principal: { id } })
  }
  for (let index = 0; index < 30; index++) {
    test('ana')
    now += 1000
  }
  expect(() => {
    test('ana')
  }).toThrow(expect.objectContaining({ data: { reason: 'externalCalls.tooManyTests', limit: 30 } }))
  test('ben')
  test('ana', createTestLimiter())
  // The first of the 30 is a minute old: one more test is allowed, and no second one.
  now = 1_060_000
  test('ana')
  expect(() => {
    test('ana')
  }).toThrow('Too many tests in a minute.')
})
