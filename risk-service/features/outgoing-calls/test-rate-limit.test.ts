import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { assertTestRate, createTestLimiter } from './test-rate-limit.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it('a person makes 30 tests in any minute, at whatever process, and whatever others do', async () => {
  const processes = [createTestLimiter(store.db), createTestLimiter(store.db)] as const
  const test = (id: string, testLimiter = processes[0]) => assertTestRate({ testLimiter, principal: { id } })
  const pass = (seconds: number) =>
    store.pool.query('update limit_use set second = second - make_interval(secs => $1)', [seconds])
  for (let index = 0; index < 30; index++) await test('ana', processes[index % 2])
  for (const limiter of processes)
    await expect(test('ana', limiter)).rejects.toMatchObject({
      data: { reason: 'externalCalls.tooManyTests', limit: 30 },
    })
  await test('ben')
  await pass(58)
  await expect(test('ana')).rejects.toThrow('Too many tests in a minute.')
  // Counted in steps of a second: a minute and a second later nothing is left.
  await pass(4)
  await test('ana')
})

it('a limit is exact for calls that arrive at two processes at the same time', async () => {
  const processes = [createTestLimiter(store.db), createTestLimiter(store.db)] as const
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => processes[index % 2 === 0 ? 0 : 1].acquire('eve')),
  )
  expect(answers.filter(Boolean)).toHaveLength(30)
})
