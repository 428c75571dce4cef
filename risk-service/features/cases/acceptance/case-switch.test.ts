import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseSwitch } from '../../../contract/index.ts'
import type { WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import { createAssessment } from '../../assessments/create-assessment.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())

const path = `${caseIds.root}/casemanagement/switches`
const list = async (as = 'Pia') => (await bench.call<CaseSwitch[]>(as, 'GET', path)).json
const turn = (eventType: string, enabled: boolean, as = 'Pia') =>
  bench.call<CaseSwitch>(as, 'PUT', `${path}/${eventType}`, { enabled })
const log = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['actor_name', 'operation', 'resource_type', 'resource_name', 'before', 'after'])
    .execute()

async function addAssessment(apiName: string, template: WizardTemplate): Promise<void> {
  await createAssessment(bench.store.db, {
    id: randomUUID(),
    environmentId: caseIds.root,
    kind: 'wizard',
    template,
    apiName,
    friendlyName: `${apiName} checks`,
    schema: { sections: ['metadata'], custom: [] },
    sample: {},
    author: { id: randomUUID(), name: 'Test' },
  })
}

async function send(id: string, environmentId: string = caseIds.root): Promise<void> {
  const result = await bench.engine.decide({
    environmentId,
    eventType: 'Transfers',
    body: { metadata: { eventId: id, timestamp: bench.now().toISOString() } },
    correlationId: randomUUID(),
    receivedAt: bench.now(),
    backfill: false,
    diagnostics: false,
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
}
const caseOf = (id: string) => bench.call<Case>('Ana', 'GET', `${caseIds.root}/casemanagement/cases/Transfers/${id}`)

beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('assessment').execute()
  await addAssessment('Transfers', 'MoneyTransfer')
  await addAssessment('Piracy', 'SoftwarePiracy')
  await addAssessment('Devices', 'DeviceFingerprinting')
  await bench.store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: caseIds.root,
      event_type: 'Transfers',
      type: 'decision',
      name: 'Look',
      status: 'active',
      position: 1,
      version: 1,
      body: JSON.stringify({
        name: 'Look',
        description: '',
        condition: '',
        clauses: [{ name: 'c', section: 'prior', text: 'RETURN Review("look")' }],
        sample: { payload: {}, riskScore: 0 },
      }),
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
  await bench.engine.reloadRules()
  await bench.store.db.deleteFrom('audit_log').execute()
})

describe('case management of an assessment', () => {
  it('is listed with what is fixed and with the cases that are open', async () => {
    await send('T-1')
    const shown = (await list()).map(({ eventType, enabled, fixed, openCases }) => [
      eventType,
      enabled,
      fixed,
      openCases,
    ])
    expect(shown).toContainEqual(['purchase', true, 'always', 0])
    expect(shown).toContainEqual(['Transfers', true, null, 1])
    expect(shown).toContainEqual(['Piracy', false, null, 0])
    expect(shown).toContainEqual(['Devices', false, 'never', 0])
  })
  it('that is switched off makes no new cases; the old ones are decided, and say so', async () => {
    await send('T-1')
    expect((await turn('Transfers', false)).json).toMatchObject({ enabled: false, openCases: 1 })
    await send('T-2')
    bench.at('09:05:01')
    expect((await caseOf('T-2')).status).toBe(404)
    const open = (await caseOf('T-1')).json
    expect(open).toMatchObject({ state: 'Pending', caseManagement: false })
    const locked = await bench.call<Case>('Ana', 'POST', `${caseIds.root}/casemanagement/cases/Transfers/T-1/lock`, {})
    expect(locked.status).toBe(200)
    const decided = await bench.call<Case>(
      'Ana',
      'POST',
      `${caseIds.root}/casemanagement/cases/Transfers/T-1/decision`,
      { leaseToken: locked.json.own.leaseToken, decision: 'Approve', reason: 'Verified customer', note: '' },
    )
    expect(decided.json).toMatchObject({ state: 'Decided', caseManagement: false })
  })
  it('makes cases again when it is switched on, also in the environments below and of a template without', async () => {
    await turn('Transfers', false)
    await turn('Transfers', true)
    await send('T-3', caseIds.eu)
    bench.at('09:05:01')
    const found = await bench.call<Case>('Ana', 'GET', `${caseIds.eu}/casemanagement/cases/Transfers/T-3`)
    expect(found.json).toMatchObject({ state: 'Pending', caseManagement: true })
    expect((await turn('Piracy', true)).json).toMatchObject({ enabled: true, fixed: null })
  })
  it('leaves one line in the activity log for each change, and none for what is so already', async () => {
    await turn('Transfers', false)
    await turn('Transfers', false)
    expect(await log()).toEqual([
      {
        actor_name: 'Pia',
        operation: 'Update',
        resource_type: 'Assessment',
        resource_name: 'Transfers checks',
        before: { caseManagement: true },
        after: { caseManagement: false },
      },
    ])
    const { settings } = await bench.store.db
      .selectFrom('assessment')
      .select('settings')
      .where('api_name', '=', 'Transfers')
      .executeTakeFirstOrThrow()
    expect(settings).toMatchObject({ features: { caseManagement: false, search: true } })
  })
  it('is for those who configure case management, in the root environment', async () => {
    for (const as of ['Max', 'Sofia', 'Vera', 'Sam']) {
      expect([as, (await turn('Transfers', false, as)).status]).toEqual([as, 403])
      expect([as, (await bench.call(as, 'GET', path)).status]).toEqual([as, 403])
    }
    expect((await turn('Transfers', false, 'Outsider')).status).toBe(404)
    expect((await turn('Transfers', false, 'Adi')).status).toBe(200)
    const below = await bench.call('Pia', 'PUT', `${caseIds.eu}/casemanagement/switches/Transfers`, { enabled: true })
    expect([below.status, JSON.stringify(below.json)]).toEqual([422, expect.stringContaining('environmentId')])
  })
  it.each([
    ['purchase', true, 'always'],
    ['Devices', true, 'never'],
  ])('of %s cannot be changed', async (eventType, enabled, fixed) => {
    const refused = await turn(eventType, enabled)
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([422, expect.stringContaining(fixed)])
    expect((await turn('Unknown', true)).status).toBe(404)
    expect(await log()).toEqual([])
  })
})
