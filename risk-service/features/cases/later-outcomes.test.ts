import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { laterChargebacks } from './store/later-outcomes.ts'
import { type CaseBench, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { sendChargeback } from './testing/later-events.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.send({ id: 'P-1' })
})

const inForce = async () => {
  const { rows } = await sql<{ reason: string; fraud: boolean }>`
    select b.reason, b.fraud from review_case c cross join lateral (${laterChargebacks}) b order by b.fraud`.execute(
    bench.store.db,
  )
  return rows
}
async function sendStages(stages: readonly string[], reason: string): Promise<void> {
  for (const stage of stages) {
    bench.at(new Date(bench.now().getTime() + 60_000))
    await sendChargeback(bench, 'P-1', stage, reason)
  }
}

it.each([
  [['Inquiry'], true],
  [['Inquiry', 'Accepted'], true],
  [['Accepted', 'Reversed'], false],
  [['Accepted', 'Reversed', 'ResubmittedRequest'], true],
  [['Accepted', 'Disputed'], true],
  [['Reversed', 'Disputed'], false],
  [['Disputed'], true],
  [['Disputed', 'Reversed'], false],
  [[], false],
])('chargebacks %j are in force: %s', async (stages, expected) => {
  await sendStages(stages, 'Fraud')
  expect((await inForce()).some(({ fraud }) => fraud)).toBe(expected)
})

it('a chargeback for another reason is apart from one for fraud', async () => {
  await sendStages(['Accepted'], 'Merchandise not received')
  await sendStages(['Inquiry', 'Reversed'], 'Fraud')
  expect(await inForce()).toEqual([{ reason: 'Merchandise not received', fraud: false }])
})
