import { afterAll, beforeAll, expect, test } from 'vitest'
import { boosterTermsVersion } from '../../../contract/index.ts'
import { isHeldOut } from '../../../engine/booster/held-out.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

const share = { hold_out: 50, hold_out_key: '30000000-0000-4000-8000-000000000001' }
const ids = Array.from({ length: 40 }, (_, index) => `ord-${index}`)
const control = ids.find(id => isHeldOut(share, id)) ?? ''
const shared = ids.find(id => !isHeldOut(share, id)) ?? ''

async function flagOf(purchaseId: string, more: Record<string, unknown> = {}, environment = api.ids.root) {
  const answer = await api.send(minimalPurchase({ purchaseId, ...more }), { headers: { 'x-ms-dfpenvid': environment } })
  expect(answer.status).toBe(200)
  return (answer.json.resultDetails as { MIDFlag: string }).MIDFlag
}
async function saveLevel(level: 'off' | 'standard'): Promise<void> {
  const values = { ...share, level, terms: level === 'off' ? null : boosterTermsVersion, version: 1 }
  await api.store.db
    .insertInto('booster_setting')
    .values({
      environment_id: api.ids.root,
      ...values,
      changed_at: new Date(),
      changed_by: api.ids.tenant,
      changed_by_name: 'Maren',
      origin_id: api.ids.root,
      origin_name: 'Harbor',
    })
    .onConflict(conflict => conflict.column('environment_id').doUpdateSet(values))
    .execute()
  await api.engine.reloadRules()
}

test('answers name the control group of the acceptance booster, here and below, while it is on', async () => {
  expect(await flagOf(control)).toBe('Standard')
  await saveLevel('standard')
  // The stored answer is repeated.
  expect(await flagOf(control)).toBe('Standard')
  expect(await flagOf(control, {}, api.ids.child)).toBe('Control')
  expect(await flagOf(shared, {}, api.ids.child)).toBe('Standard')
  const another = ids.filter(id => isHeldOut(share, id))[1] ?? ''
  expect(await flagOf(another, { assessmentType: 'Evaluate' })).toBe('Standard')
  const third = ids.filter(id => isHeldOut(share, id))[2] ?? ''
  await saveLevel('off')
  expect(await flagOf(third)).toBe('Standard')
})
